import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { AbiCoder, getCreateAddress, Interface, type InterfaceAbi } from "ethers";
import { z } from "zod";

import type { DevelopmentChain } from "../helpers/local/development-chain.ts";
import type { DeployedContract } from "./deploy.ts";

/** How many transactions a deployer may have sent before. */
const MOST_NONCES = 10_000;
const hex = z.string().regex(/^0x[0-9a-f]*$/i);

const deploymentRecord = z.looseObject({
  address: hex,
  abi: z.array(z.unknown()),
  args: z.array(z.unknown()),
  bytecode: hex,
  deployedBytecode: hex,
  metadata: z.string(),
  receipt: z.looseObject({ from: hex }),
});
const metadata = z.object({ settings: z.object({ compilationTarget: z.record(z.string(), z.string()) }) });

/**
 * Deploys what a folder of hardhat-deploy records, by the same accounts at the same addresses, and writes the
 * transactions of this chain into the records.
 */
export async function redeploy(
  folder: string,
  chain: DevelopmentChain,
): Promise<readonly DeployedContract[]> {
  const records = readdirSync(folder)
    .filter((name) => /^[^.].*\.json$/.test(name))
    .map((name) => join(folder, name))
    .map((file) => ({ file, record: deploymentRecord.parse(JSON.parse(readFileSync(file, "utf8"))) }))
    .map((each) => ({ ...each, nonce: nonceOf(each.record.receipt.from, each.record.address) }))
    .sort((a, b) => a.nonce - b.nonce);
  const deployed: DeployedContract[] = [];
  for (const { file, record, nonce } of records) {
    const { from } = record.receipt;
    await chain.request("hardhat_impersonateAccount", from);
    await chain.request("hardhat_setBalance", from, `0x${(10n ** 20n).toString(16)}`);
    await chain.request("hardhat_setNonce", from, `0x${nonce.toString(16)}`);
    const { inputs } = new Interface(record.abi as InterfaceAbi).deploy;
    const data = record.bytecode + AbiCoder.defaultAbiCoder().encode(inputs, record.args).slice(2);
    const transactionHash = await chain.request("eth_sendTransaction", { from, data });
    const receipt = await chain.request("eth_getTransactionReceipt", transactionHash);
    writeFileSync(file, JSON.stringify({ ...record, transactionHash, receipt }, null, 2));
    const code = (await chain.request("eth_getCode", record.address, "latest")) as string;
    if (code === "0x") throw new Error(`${file} could not be deployed again.`);
    deployed.push({ built: builtOf(record), address: record.address.toLowerCase(), isCreated: true, code });
  }
  return deployed;
}

function nonceOf(from: string, address: string): number {
  for (let nonce = 0; nonce < MOST_NONCES; nonce++)
    if (getCreateAddress({ from, nonce }) === address) return nonce;
  throw new Error(`${address} is not among the first ${MOST_NONCES} contracts of ${from}.`);
}

function builtOf(record: z.infer<typeof deploymentRecord>): DeployedContract["built"] {
  const { compilationTarget } = metadata.parse(JSON.parse(record.metadata)).settings;
  const [[file, name] = ["", ""]] = Object.entries(compilationTarget);
  return {
    identifier: `${file}:${name}`,
    file,
    abi: record.abi as InterfaceAbi,
    creation: { object: record.bytecode, linkReferences: {} },
    runtime: { object: record.deployedBytecode, linkReferences: {} },
  };
}
