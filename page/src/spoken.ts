// Text for a screen reader about something that changes often: new text waits until the last is read out.
import { signal, useSignalEffect, type Signal } from "@preact/signals";
import { useRef } from "preact/hooks";

/** The newest sentence, at least `pause` milliseconds after the last one, or after the beginning. */
export function useSpoken(sentence: () => string, pause: () => number): Signal<string> {
  const said = useRef(signal("")).current;
  const last = useRef(performance.now());
  useSignalEffect(() => {
    const next = sentence();
    const timer = setTimeout(
      () => {
        said.value = next;
        last.current = performance.now();
      },
      Math.max(0, last.current + pause() - performance.now()),
    );
    return () => clearTimeout(timer);
  });
  return said;
}
