// The files of an answer to save.
import { useSignal, useSignalEffect } from "@preact/signals";
import { useRef } from "preact/hooks";
import { most } from "../../about";
import { film, picture } from "../../api";
import { look } from "../../palettes";
import { answer as w } from "../../words/answer";

/** The files of an answer, each with a thumbnail. */
export function Save({ start, alg }: { start: string; alg: string }) {
  const open = useSignal(false);
  const menu = useRef<HTMLDetailsElement>(null);
  useSignalEffect(() => {
    if (!open.value) return undefined;
    // A press anywhere else closes the menu.
    const pressed = (event: PointerEvent) => {
      if (!menu.current?.contains(event.target as Node)) open.value = false;
    };
    document.addEventListener("pointerdown", pressed);
    return () => document.removeEventListener("pointerdown", pressed);
  });
  const large = { format: "png", width: 800, ...look.value };
  const [hidden, plan] = [{ hidden: true }, { view: "plan" }];
  const longest = most("film_turns", 200);
  const isLong = alg.split(" ").length > longest;
  const kinds: [name: string, label: string, address: string, shown: object, file: string | true][] = [
    ["gif", w.gif, film(start, alg, "gif", look.value), {}, true],
    ["svg", w.svg, film(start, alg, "svg", look.value), {}, true],
    ["html", w.player, film(start, alg, "html", look.value), {}, true],
    ["png", w.png, picture(start, large), {}, "cube.png"],
    ["hidden", w.hiddenFaces, picture(start, { ...large, ...hidden }), hidden, "cube-hidden.png"],
    ["plan", w.plan, picture(start, { ...large, ...plan }), plan, "cube-plan.png"],
  ];
  return (
    <details ref={menu} class="save" open={open.value} onToggle={(event) => (open.value = event.currentTarget.open)}
      onKeyDown={(event) => event.key === "Escape" && (open.value = false)}>
      <summary class="button" data-testid="save">{w.save}</summary>
      <ul>
        {isLong && <li class="hint">{w.longFilm({ most: longest })}</li>}
        {kinds.slice(isLong ? 3 : 0).map(([name, label, address, shown, file]) => (
          <li key={name}>
            <a href={address} download={file} data-testid={`download-${name}`}>
              {open.value && <img src={picture(start, { width: 96, ...shown, ...look.value })} alt="" width="48" height="48" loading="lazy" />}
              {label}
            </a>
          </li>
        ))}
      </ul>
    </details>
  );
}
