import type { Ports } from "../pipeline/ports.ts";
import { isLive } from "./screen.ts";

/**
 * Asks yes or no at a terminal. Anything but yes is no, also the end of the input.
 *
 * @returns undefined where nobody is there to answer: in CI, behind a pipe, and without a screen.
 */
export function confirmOn(screen: NodeJS.WriteStream, input: NodeJS.ReadStream): Ports["confirm"] {
  if (!isLive(screen) || input.isTTY !== true) return undefined;
  return async (question, signal) => {
    const { createInterface } = await import("node:readline/promises");
    // A terminal of readline would take Ctrl+C for itself.
    const lines = createInterface({ input, output: screen, terminal: false });
    try {
      const ended = new Promise<string>((resolve) => lines.once("close", () => resolve("")));
      const answer = await Promise.race([lines.question(`${question} [y/N] `, { signal }), ended]);
      return /^y(es)?$/i.test(answer.trim());
    } finally {
      lines.close();
    }
  };
}
