// Words for a screen reader about something that changes all the time: no more often than it can be read out.
import { signal, useSignalEffect, type Signal } from "@preact/signals";
import { useRef } from "preact/hooks";

/** The newest sentence, said not before so many milliseconds after the one before. */
export function useSpoken(sentence: () => string, pause: () => number): Signal<string> {
  const said = useRef(signal("")).current;
  const last = useRef(-Infinity);
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
