import type { NetworkConfig } from "hardhat/types/config";
import { advice, withOptions } from "../../errors/next-step.ts";
import { VerifyContractError } from "../../errors/problem.ts";

/**
 * The URL of the node behind a Hardhat network.
 * @throws VerifyContractError VC903 for a network that has none: the chain inside this process is gone with it.
 */
export async function nodeUrl(networkName: string, network: NetworkConfig | undefined): Promise<string> {
  if (network?.type === "http") return network.url.getUrl();
  throw new VerifyContractError("VC903", {
    facts: [
      ["Network", networkName],
      ["Type", network?.type ?? "there is no such network"],
    ],
    next:
      networkName === "localhost"
        ? advice("name a network of type http with --network")
        : withOptions(["--network", "localhost"]),
  });
}
