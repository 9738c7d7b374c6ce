import { askUntilThere } from "./ask-until-there.ts";
import type { ChainPort } from "./chain-port.ts";

/**
 * Reads the code at an address, waiting for a fresh deployment to appear on the node that is asked.
 *
 * @param attempts How often it is asked.
 * @param onWait Told once, before the first wait.
 * @returns 0x-hex, `0x` when no code appeared.
 */
export async function waitForCode(
  chain: Pick<ChainPort, "code">,
  address: string,
  attempts: number,
  signal: AbortSignal,
  onWait: () => void,
): Promise<string> {
  const ask = async (attempt: number): Promise<string | undefined> => {
    const code = await chain.code(address, signal);
    if (code !== "0x") return code;
    if (attempt === 1 && attempts > 1) onWait();
    return undefined;
  };
  return (await askUntilThere(ask, attempts, signal)) ?? "0x";
}
