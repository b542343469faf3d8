// One clock for a player, however many views it has: where the picture is on its way to where the cube is.
import { LASTS } from "../facts";
import { put, type Model, type Tape } from "./model";

export class Clock {
  /** How many turns the picture has made; between two whole numbers a layer is turning. */
  position: number;
  private last: number | null = null;
  private frame = 0;
  private views = new Set<() => void>();

  constructor(readonly model: Model) {
    this.position = model.get("step");
    model.on("change:step", () => this.wake());
    model.on("change:playing", () => this.wake());
    model.on("change:speed", () => this.tell());
    model.on("change:_descriptions", () => this.tell());
    model.on("change:_tape", () => {
      this.position = model.get("step");
      this.tell();
    });
    this.wake();
  }

  get tape(): Tape {
    return this.model.get("_tape");
  }

  /** Call a function after every move of the picture. */
  watch(view: () => void): () => void {
    this.views.add(view);
    return () => this.views.delete(view);
  }

  stop(): void {
    cancelAnimationFrame(this.frame);
    this.frame = 0;
    this.views.clear();
  }

  playOrPause(): void {
    if (!this.model.get("playing") && this.model.get("step") === this.tape.moves.length) {
      this.position = 0;
      put(this.model, "step", 0);
    }
    put(this.model, "playing", !this.model.get("playing"));
  }

  /** Go a number of turns forward, or back. */
  move(turns: number): void {
    this.jump(this.model.get("step") + turns);
  }

  jump(step: number): void {
    put(this.model, "playing", false);
    put(this.model, "step", Math.max(0, Math.min(this.tape.moves.length, step)));
  }

  /** Go to a step at once, without the turns on the way. */
  arrive(step: number): void {
    this.jump(step);
    this.position = this.model.get("step");
  }

  /** A layer was turned by hand, and the picture shows it: Python writes it on the tape, in place of what was still to come. */
  turned(turn: string): void {
    this.model.send({ turn, step: this.model.get("step") });
    cancelAnimationFrame(this.frame);
    this.frame = 0;
    this.position = this.model.get("step") + 1;
  }

  private wake(): void {
    this.tell();
    if (this.frame) return;
    this.last = null;
    this.frame = requestAnimationFrame((now) => this.tick(now));
  }

  private tick(now: number): void {
    const passed = this.last === null ? 0 : now - this.last;
    this.last = now;
    const busy = this.advance(passed);
    this.tell();
    this.frame = busy ? requestAnimationFrame((next) => this.tick(next)) : 0;
  }

  /** Move the picture on; whether it is still on its way. */
  private advance(passed: number): boolean {
    const { model } = this;
    const step = model.get("step");
    const end = this.tape.moves.length;
    if (Math.abs(step - this.position) > 1) {
      // A long way is a jump to the last turn, which is shown.
      this.position = step - Math.sign(step - this.position);
    }
    const goal = model.get("playing") ? Math.min(end, Math.max(step, Math.floor(this.position) + 1)) : step;
    const way = Math.sign(goal - this.position);
    const turning = this.tape.moves[way < 0 ? Math.ceil(this.position) - 1 : Math.floor(this.position)];
    const lasts = (turning?.endsWith("2") ? LASTS.half : LASTS.quarter) + LASTS.pause;
    const next = this.position + (way * passed * model.get("speed")) / lasts;
    this.position = way > 0 ? Math.min(goal, next) : way < 0 ? Math.max(goal, next) : goal;
    if (this.position !== goal) return true;
    if (!model.get("playing")) return false;
    put(model, "step", goal);
    if (goal < end) return true;
    put(model, "playing", false);
    return false;
  }

  private tell(): void {
    for (const view of this.views) view();
  }
}
