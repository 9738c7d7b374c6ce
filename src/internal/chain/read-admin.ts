import type { ProxyAdmin } from "../report/model.ts";
import { ifAnswered } from "./chain-port.ts";
import type { ChainState } from "./chain-state.ts";
import { ADMIN_SLOT } from "./proxy-slots.ts";
import { addressIn } from "./read-statements.ts";

/**
 * What may upgrade a proxy of EIP-1967, by its slot.
 *
 * @returns undefined for none, and where the node does not say: no verdict needs it.
 */
export async function readAdmin(
  state: ChainState,
  proxy: string,
  signal: AbortSignal,
): Promise<ProxyAdmin | undefined> {
  return await ifAnswered(signal, async () => {
    const address = addressIn(await state.storage(proxy, ADMIN_SLOT, signal));
    return address === undefined
      ? undefined
      : { address, hasCode: (await state.code(address, signal)) !== "0x" };
  });
}
