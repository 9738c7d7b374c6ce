import { Anvil } from "../build-fixtures/anvil.ts";
import {
  type DevelopmentChain,
  requestNode,
  startDevelopmentChain,
} from "../helpers/local/development-chain.ts";

/** The chain of PROXIES_CHAIN. @throws Error for one that is none of them, so that nothing passes by trying nothing. */
export async function startChain(name = process.env.PROXIES_CHAIN ?? "hardhat"): Promise<DevelopmentChain> {
  if (name === "hardhat") return startDevelopmentChain({ allowUnlimitedContractSize: true });
  if (name !== "anvil") throw new Error(`PROXIES_CHAIN is "${name}" and not hardhat or anvil.`);
  const anvil = await Anvil.start();
  return {
    rpcUrl: anvil.url,
    request: (method, ...params) => requestNode(anvil.url, method, params),
    close: () => anvil[Symbol.asyncDispose](),
  };
}
