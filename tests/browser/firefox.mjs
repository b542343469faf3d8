// Opens every address that stdin names in Firefox, by WebDriver BiDi, does there what it says, and prints what it saw.
//
//   node firefox.mjs FOLDER-OF-THE-PAGE FIREFOX < wanted.json > seen.json
//
// Wanted is [{url, ready, click, keys, read, attribute}]: an element to wait for, one to press then, keys to press as fast as they go, and an
// element to wait for and to read.
import { createRequire } from "node:module";
import { join } from "node:path";
import { text } from "node:stream/consumers";

const [page, program] = process.argv.slice(2);
const { default: puppeteer } = createRequire(join(page, "package.json"))("puppeteer-core");

const browser = await puppeteer.launch({ browser: "firefox", executablePath: program, headless: true });
try {
  const seen = [];
  for (const { url, ready, click, keys, read, attribute } of JSON.parse(await text(process.stdin))) {
    const tab = await browser.newPage();
    const faults = [];
    tab.on("pageerror", (fault) => faults.push(`a script threw ${fault}`));
    tab.on("console", (said) => said.type() === "error" && faults.push(said.text()));
    tab.setDefaultTimeout(60_000);
    await tab.goto(url);
    await tab.waitForSelector(ready, { visible: true });
    if (click) await tab.click(click);
    for (const key of keys ?? "") await tab.keyboard.press(key);
    const found = await tab.waitForSelector(read);
    const told = await found.evaluate((one, name) => (name ? one.getAttribute(name) : one.textContent), attribute ?? "");
    const chosen = await tab.$eval("[role=tab][aria-selected=true]", (one) => one.id);
    seen.push({ chosen, told, faults });
    await tab.close();
  }
  console.log(JSON.stringify(seen));
} finally {
  await browser.close();
}
