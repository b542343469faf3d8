// What is aimed at: a goal by its name, or one that was painted, `?` where anything will do.
import { batch, signal } from "@preact/signals";

/** What the goal is called that was painted. */
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
