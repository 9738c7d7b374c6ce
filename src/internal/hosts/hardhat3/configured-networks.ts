import type { HttpNetworkConfig } from "hardhat/types/config";
import type { HardhatRuntimeEnvironment } from "hardhat/types/hre";
import type { NetworkConnection } from "hardhat/types/network";
import type { ConfiguredNetwork, NodeOptions, OpenNetwork } from "../../commands/host.ts";
import { VerifyContractError } from "../../errors/problem.ts";
import { cleanText } from "../../text/clean-text.ts";

type Open = (connection: NetworkConnection, options: NodeOptions) => Promise<OpenNetwork>;

/** Hardhat itself adds it to every configuration. */
const LOCALHOST = "localhost";

/** The networks of a Hardhat configuration. */
export function configuredNetworks(
  { config, network: manager }: HardhatRuntimeEnvironment,
  open: Open,
): readonly ConfiguredNetwork[] {
  return Object.entries(config.networks).map(([name, network]) => ({
    name,
    chainId: network.chainId,
    isForDevelopment: network.type !== "http" || (name === LOCALHOST && network.chainId === undefined),
    open: async (options) => {
      if (network.type === "http") await requireUrl(name, network);
      return open(await manager.getOrCreate(name), options);
    },
  }));
}

/** @throws VerifyContractError VC113 */
async function requireUrl(name: string, { url }: HttpNetworkConfig): Promise<void> {
  await url.getUrl().catch((cause: unknown) => {
    throw new VerifyContractError("VC113", {
      facts: [
        ["Key", `networks.${name}.url`],
        ["Reason", cleanText(cause instanceof Error ? cause.message : String(cause), 300)],
      ],
      cause,
    });
  });
}
