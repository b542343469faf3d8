// A goal that was painted, for whoever solves: facelets, `?` where anything will do.
import { signal } from "@preact/signals";

export const paintedGoal = signal<string | null>(null);
