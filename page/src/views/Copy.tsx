// A button that copies a text, and shows for two seconds whether it is copied.
import { useSignal } from "@preact/signals";
import { copy } from "../share";
import { copying as w } from "../words/copying";

export function Copy({ text, label, name }: { text: () => string; label: string; name: string }) {
  const outcome = useSignal<string | null>(null);
  const press = async () => {
    outcome.value = (await copy(text())) ? w.copied : w.refused;
    setTimeout(() => (outcome.value = null), 2000);
  };
  return (
    <button type="button" onClick={() => void press()} data-testid={name}>
      <span aria-live="polite">{outcome.value ?? label}</span>
    </button>
  );
}
