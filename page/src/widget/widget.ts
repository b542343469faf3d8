// The notebook's player in the form that anywidget requires: the script of a widget, which may have several views.
import { Clock } from "./clock";
import type { Model } from "./model";
import { show } from "./view";

export default function widget() {
  let clock: Clock;
  return {
    initialize({ model }: { model: Model }) {
      clock = new Clock(model);
      return () => clock.stop();
    },
    render({ el }: { el: HTMLElement }) {
      return show(clock, el);
    },
  };
}
