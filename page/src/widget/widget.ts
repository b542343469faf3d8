// The notebook's player in the form that anywidget requires: the script of a widget, which may have several views.
import type { Player, Turn } from "../../../src/cubeproof/draw/canvas.js";
import style from "../../../src/cubeproof/draw/player.css";
import { chosen, Clock, playerView, type Model } from "../../../src/cubeproof/draw/player.js";
import { LASTS, USUAL } from "../facts";
import { written } from "../notation";
import { painter } from "../painter";

type Widget = Model & { send(message: unknown): void };

export default function widget() {
  let clock: Clock;
  return {
    initialize({ model }: { model: Widget }) {
      clock = new Clock(model, LASTS);
      return () => clock.stop();
    },
    render({ model, el }: { model: Widget; el: HTMLElement }) {
      const sheet = el.appendChild(Object.assign(document.createElement("style"), { textContent: style }));
      const view = playerView(clock, el, {
        painter,
        look: { view: USUAL },
        describe: () => chosen(model.get("_descriptions")).text("cube"),
        hold: (player) => hold(clock, model, player),
      });
      return () => {
        view.remove();
        sheet.remove();
      };
    },
  };
}

/** A hand turns a layer: Python writes it on the tape, in place of what was still to come. */
function hold(clock: Clock, model: Widget, player: Player) {
  const settle = () => {
    clock.jump(model.get("step"));
    clock.rest(model.get("step"));
  };
  const dragged = (turn: Turn) => {
    const { size, turns } = player.now;
    const step = model.get("step");
    player.show({ turns: [...turns.slice(0, step), turn], position: step + 1 });
    model.send({ turn: written(size, turn), step });
    clock.rest(step + 1);
  };
  const clicked = (face: number, shift: boolean): Turn => {
    settle();
    const turn = { slab: { face: painter.letters[face]!, first: 1, last: 1 }, quarters: shift ? -1 : 1 };
    dragged(turn);
    return turn;
  };
  return { allowed: () => true, settle, dragged, clicked };
}
