// "How it works", loaded when a chapter is opened, and the cards of its chapters, loaded after the first picture.
import { lazily } from "./lazily";

export const How = lazily(() => import("../how/Book").then(({ default: Book }) => Book));

/** The chapters, with what one need not believe. */
export const Chapters = lazily(() => import("../how/Cards").then(({ default: Cards }) => Cards));
