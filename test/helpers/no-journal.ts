import type { Journal } from "../../src/internal/submission/journal.ts";

export const NO_JOURNAL: Journal = {
  lookUp: () => Promise.resolve(undefined),
  note: () => Promise.resolve(),
};
