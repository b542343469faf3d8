// The goal: by its name, or painted, with `?` for stickers that do not matter.
import { batch, signal } from "@preact/signals";

/** The name of a painted goal in the list of goals. */
export const PAINTED = "painted";
export const goal = signal("solved");
export const paintedGoal = signal<string | null>(null);

/** Whether the goal of a question was painted, and is no name. */
export function isPainted(goal: string): boolean {
  return /^[URFDLB?]+$/.test(goal);
}

/** Keep a painted goal, and choose it. */
export function aimAt(painted: string): void {
  batch(() => {
    paintedGoal.value = painted;
    goal.value = PAINTED;
  });
}
