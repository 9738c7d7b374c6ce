import pRetry from "p-retry";

import type { ChainPort } from "./chain-port.ts";

class NoCodeYet extends Error {}

/**
 * Reads the code at an address, waiting for a fresh deployment to appear on the node that is asked.
 *
 * @param attempts How often it is asked, one second apart at first.
 * @param onWait Told once, before the first wait.
 * @returns 0x-hex, `0x` when no code appeared.
 */
export async function waitForCode(
  chain: ChainPort,
  address: string,
  attempts: number,
  signal: AbortSignal,
  onWait: () => void,
): Promise<string> {
  try {
    return await pRetry(
      async (attempt) => {
        const code = await chain.code(address, signal);
        if (code !== "0x") return code;
        if (attempt === 1 && attempts > 1) onWait();
        throw new NoCodeYet();
      },
      {
        retries: Math.max(0, attempts - 1),
        minTimeout: 1000,
        maxTimeout: 3000,
        factor: 1.5,
        signal,
        shouldRetry: ({ error }) => error instanceof NoCodeYet,
      },
    );
  } catch (error) {
    if (error instanceof NoCodeYet) return "0x";
    throw error;
  }
}
