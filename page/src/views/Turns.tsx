// The turns of a sequence as a text to unfold; on large cubes also in the blocks that cubers write.
import { useSignal } from "@preact/signals";
import { api } from "../api";
import { turn as w } from "../words/turn";

export function Turns({ size, turns, label }: { size: number; turns: string; label: string }) {
  const small = useSignal<string | null>(null);
  const open = () => {
    if (small.peek() === null) void api.apply(size, null, turns).then((read) => (small.value = read.small_blocks), () => {});
  };
  return (
    <details class="described" onToggle={open} data-testid="turns">
      <summary>{label}</summary>
      <p>{turns}</p>
      {small.value && small.value !== turns && <p data-testid="small-blocks">{w.smallBlocks} {small.value}</p>}
    </details>
  );
}
