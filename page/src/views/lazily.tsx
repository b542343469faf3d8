// Views that are loaded when they are first shown, so that the first script of the page stays small.
import { signal } from "@preact/signals";
import type { ComponentType } from "preact";
import { useEffect } from "preact/hooks";
import { page as w } from "../words/page";

export function lazily<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  const loaded = signal<{ View: ComponentType<Props> } | null>(null);
  const isLost = signal(false);
  return function Lazy(props: Props) {
    useEffect(() => {
      if (loaded.peek()) return;
      isLost.value = false;
      load().then((View) => (loaded.value = { View }), () => (isLost.value = true));
    }, []);
    const View = loaded.value?.View;
    return View ? <View {...props} /> : <p role="status">{isLost.value ? w.failed : w.wait}</p>;
  };
}
