import type { Explanation } from "../../report/model.ts";

/** An explanation before the next step is known. */
export type Explained = Omit<Explanation, "next">;

/** `3 bytes`, `1 byte`. */
export function bytes(count: number): string {
  return count === 1 ? "1 byte" : `${count} bytes`;
}
