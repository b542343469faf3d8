// Choices that are kept for the next visit, if the browser allows it: if not, already reading throws.
import { effect, signal, type Signal } from "@preact/signals";

/** The text that is kept under a name. */
export function read(name: string): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

/** Keep a text under a name. */
export function write(name: string, text: string): void {
  try {
    localStorage.setItem(name, text);
  } catch {
    // The choice holds until the visitor leaves the page.
  }
}

/** A choice that is kept under a name; a kept value counts if it is allowed. */
export function kept<T extends string | boolean>(name: string, allowed: readonly T[], usual: T): Signal<T> {
  const before = read(name);
  const choice = signal(allowed.find((value) => String(value) === before) ?? usual);
  effect(() => write(name, String(choice.value)));
  return choice;
}
