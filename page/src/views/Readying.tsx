// The bar of a search that waits for its machine to get ready, with the step and the time left.
import { useId } from "preact/hooks";
import type { Run } from "../jobs";
import { solve as w } from "../words/solve";

export function Readying({ run }: { run: Run }) {
  const id = useId();
  const now = run.readying.value;
  if (!now) return null;
  return (
    <>
      <progress value={now.step - 1 + now.share} max={now.steps} aria-labelledby={id} data-testid="readying" />
      <p id={id} data-testid="now">{w.readying({ step: now.step, steps: now.steps, seconds: now.seconds })}</p>
    </>
  );
}
