import type { DevelopmentChain } from "../helpers/local/development-chain.ts";
import { constructorValues } from "./constructor-values.ts";
import type { BuiltContract, Code } from "./read-build.ts";

/** A contract on the chain, and what is true of it. */
export interface DeployedContract {
  readonly built: BuiltContract;
  /** Lower case. */
  readonly address: string;
  /** Whether a transaction created it; else its constructor refused, and its runtime code was set. */
  readonly isCreated: boolean;
  /** As eth_getCode answers. */
  readonly code: string;
}

/** Deploys contracts of one build to a chain, each once, libraries before what is linked with them. */
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

  /** Undefined when the constructor refuses everything, or leaves something else than its runtime code. */
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
