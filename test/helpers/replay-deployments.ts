import { keccak256 } from "ethers/crypto";
import { receiptOf } from "./deploy.ts";
import { type DeploymentCase, factsOf, transactionsOf } from "./deployments/fixtures.ts";
import type { DevelopmentChain } from "./local/development-chain.ts";

/**
 * Sends a tool's own transactions again: the same contracts, addresses and hashes in other blocks.
 * @param chain A chain whose first account has sent nothing yet.
 * @returns The transaction hashes in chain order.
 */
export async function replayDeployments(
  chain: DevelopmentChain,
  name: DeploymentCase,
): Promise<readonly string[]> {
  const { codeBefore, signed } = transactionsOf(name);
  for (const [address, code] of Object.entries(codeBefore)) {
    await chain.request("hardhat_setCode", address, code);
  }
  const hashes: string[] = [];
  for (const raw of signed) hashes.push(await replay(chain, raw));
  for (const contract of factsOf(name)) {
    const code = await chain.request("eth_getCode", contract.address, "latest");
    if (code !== contract.runtimeBytecode) {
      throw new Error(`${contract.name} is not at ${contract.address} as ${name} has it.`);
    }
    if (!hashes.includes(contract.creationTransactionHash)) {
      throw new Error(`Nothing with the hash ${contract.creationTransactionHash} was sent for ${name}.`);
    }
  }
  return hashes;
}

async function replay(chain: DevelopmentChain, raw: string): Promise<string> {
  // The tools paid little more than their chain's price, and this chain's price may be higher.
  await chain.request("hardhat_setNextBlockBaseFeePerGas", "0x0");
  const hash = (await chain.request("eth_sendRawTransaction", raw)) as string;
  if (hash !== keccak256(raw)) throw new Error(`The chain calls ${keccak256(raw)} ${hash}.`);
  await receiptOf(chain, hash);
  return hash;
}
