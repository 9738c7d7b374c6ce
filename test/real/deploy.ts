import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { AbiCoder, getCreateAddress, Interface, type InterfaceAbi, type ParamType } from "ethers";
import { z } from "zod";
import type { DevelopmentChain } from "../helpers/local/development-chain.ts";
import type { BuiltContract, Code } from "./read-build.ts";

/** Limit for a deployer's nonce. */
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

/** Deploys recorded contracts by the same accounts to the same addresses, and updates the records' transactions. */
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

export interface DeployedContract {
  readonly built: BuiltContract;
  /** Lower case. */
  readonly address: string;
  /** False if the constructor refused every argument, so the runtime code was set directly. */
  readonly isCreated: boolean;
  readonly code: string;
}

/** Deploys each contract once, and libraries first. */
export class Deployer {
  readonly #chain: DevelopmentChain;
  readonly #all: ReadonlyMap<string, BuiltContract>;
  readonly #account: string;
  readonly #deployed = new Map<string, DeployedContract>();
  #set = 0;

  constructor(chain: DevelopmentChain, all: readonly BuiltContract[], account: string) {
    this.#chain = chain;
    this.#all = new Map(all.map((contract) => [contract.identifier, contract]));
    this.#account = account;
  }

  get deployed(): readonly DeployedContract[] {
    return [...this.#deployed.values()];
  }

  async deploy(built: BuiltContract): Promise<DeployedContract> {
    const known = this.#deployed.get(built.identifier);
    if (known !== undefined) return known;
    const creation = await this.#linked(built.creation);
    const runtime = await this.#linked(built.runtime);
    const deployed = (await this.#create(built, creation, runtime)) ?? (await this.#setCode(built, runtime));
    this.#deployed.set(built.identifier, deployed);
    return deployed;
  }

  async #linked({ object, linkReferences }: Code): Promise<string> {
    let code = object;
    for (const [path, names] of Object.entries(linkReferences))
      for (const [name, positions] of Object.entries(names)) {
        const library = this.#all.get(`${path}:${name}`);
        if (library === undefined) throw new Error(`The build has no library ${path}:${name}.`);
        const { address } = await this.deploy(library);
        for (const { start, length } of positions) {
          const at = 2 + start * 2;
          code = code.slice(0, at) + address.slice(2) + code.slice(at + length * 2);
        }
      }
    return code;
  }

  /** Undefined if the constructor refuses everything, or returns something else than its runtime code. */
  async #create(
    built: BuiltContract,
    creation: string,
    runtime: string,
  ): Promise<DeployedContract | undefined> {
    const [first] = this.#deployed.values();
    for (const values of constructorValues(built.abi, this.#account, first?.address ?? this.#account)) {
      const transaction = { from: this.#account, data: creation + values.slice(2) };
      const gas = await this.#chain.request("eth_estimateGas", transaction).catch(() => undefined);
      if (gas === undefined) continue;
      const hash = await this.#chain.request("eth_sendTransaction", { ...transaction, gas });
      const receipt = (await this.#chain.request("eth_getTransactionReceipt", hash)) as Receipt;
      if (receipt.status !== "0x1") continue;
      const code = await this.#codeAt(receipt.contractAddress);
      if (code.length === runtime.length)
        return { built, address: receipt.contractAddress.toLowerCase(), isCreated: true, code };
    }
    return undefined;
  }

  async #setCode(built: BuiltContract, runtime: string): Promise<DeployedContract> {
    this.#set += 1;
    const address = `0x5e7c0de${this.#set.toString(16).padStart(33, "0")}`;
    await this.#chain.request("hardhat_setCode", address, runtime);
    return { built, address, isCreated: false, code: await this.#codeAt(address) };
  }

  async #codeAt(address: string): Promise<string> {
    return (await this.#chain.request("eth_getCode", address, "latest")) as string;
  }
}

interface Receipt {
  readonly status: string;
  readonly contractAddress: string;
}

/** Values for each type. */
interface Taste {
  readonly address: string;
  readonly number: bigint;
  readonly bytes: string;
  readonly text: string;
  readonly elements: number;
}

/** The likeliest arguments first. `account` has no code, and `contract` has. */
function constructorValues(abi: InterfaceAbi, account: string, contract: string): readonly string[] {
  const { inputs } = new Interface(abi).deploy;
  if (inputs.length === 0) return ["0x"];
  const tastes: readonly Taste[] = [
    { address: account, number: 1n, bytes: "0x", text: "Real", elements: 0 },
    { address: contract, number: 1n, bytes: "0x", text: "Real", elements: 1 },
    { address: contract, number: 18n, bytes: "0x12345678", text: "Real", elements: 0 },
    { address: `0x${"0".repeat(40)}`, number: 0n, bytes: "0x", text: "", elements: 0 },
  ];
  const encoded = tastes.map((taste) =>
    AbiCoder.defaultAbiCoder().encode(
      inputs,
      inputs.map((type) => valueFor(type, taste)),
    ),
  );
  return [...new Set(encoded)];
}

function valueFor(type: ParamType, taste: Taste): unknown {
  if (type.arrayChildren !== null) {
    const length = type.arrayLength === -1 ? taste.elements : (type.arrayLength ?? 0);
    const child = type.arrayChildren;
    return Array.from({ length }, () => valueFor(child, taste));
  }
  if (type.components !== null) return type.components.map((each) => valueFor(each, taste));
  if (type.type === "address") return taste.address;
  if (type.type === "bool") return taste.number > 0n;
  if (type.type === "string") return taste.text;
  if (type.type === "bytes") return taste.bytes;
  if (type.type.startsWith("bytes")) return `0x${"11".repeat(Number(type.type.slice(5)))}`;
  return taste.number;
}
