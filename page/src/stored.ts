// Choices that a visitor finds again next time, where the browser lets a page keep something: where it does not, even to ask throws.
import { effect, signal, type Signal } from "@preact/signals";

/** What is kept under a name. */
export function read(name: string): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

/** Keep something under a name. */
export function write(name: string, text: string): void {
  try {
    localStorage.setItem(name, text);
  } catch {
    // Then it holds until the page is left.
  }
}

/** A choice that is remembered under a name; what was remembered counts if it is one of those allowed. */
export function kept<T extends string | boolean>(name: string, allowed: readonly T[], usual: T): Signal<T> {
  const before = read(name);
  const choice = signal(allowed.find((one) => String(one) === before) ?? usual);
  effect(() => write(name, String(choice.value)));
  return choice;
}
