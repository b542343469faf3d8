// What all screens of the chapters have: the cube beside the text, links of the page, another cube.
import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { api, sentenceOf } from "../api";
import { failureOf } from "../failing";
import { say } from "../speech";
import { how as w } from "../words/how";
import { follow, go } from "./place";

/** Follow a link of this page without loading it again. */
export function open(event: MouseEvent & { currentTarget: HTMLAnchorElement }) {
  if (event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  follow(new URL(event.currentTarget.href).hash);
}

/** A screen: the cube beside the text. */
export function Screen({ title, cube, children }: { title: string; cube: ComponentChildren; children: ComponentChildren }) {
  return (
    <div class="page">
      <div class="beside">{cube}</div>
      <section class="text" aria-labelledby="screen-title">
        <h2 id="screen-title" tabIndex={-1}>{title}</h2>
        {children}
      </section>
    </div>
  );
}

/** Take another cube. */
export function put(facelets: string | null): void {
  go({ state: facelets });
}

/** A button that brings a random cube of this distance. */
export function Nearer({ distance, testid }: { distance: number; testid: string }) {
  const fault = useSignal("");
  const taken = (facelets: string) => {
    fault.value = "";
    put(facelets);
  };
  const bring = () => api.atDepth("htm", distance).then(({ facelets }) => taken(facelets), (caught: unknown) => void (fault.value = say(sentenceOf(failureOf(caught)))));
  return (
    <>
      <button type="button" onClick={() => void bring()} data-testid={testid}>{w.away({ distance })}</button>
      {fault.value && <span class="fault" role="alert">{fault.value}</span>}
    </>
  );
}
