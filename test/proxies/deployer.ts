import { cpSync, rmSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Interface } from "ethers/abi";
import { getAddress } from "ethers/address";
import { Wallet } from "ethers/wallet";
import type { Report } from "../../src/report.ts";
import { run } from "../build-fixtures/run.ts";
import type { Artifact } from "../helpers/artifact.ts";
import { verifyJson } from "../helpers/cli.ts";
import { artifactInput, create, receiptOf, transact } from "../helpers/deploy.ts";
import { installPackages } from "../helpers/install-packages.ts";
import type { DevelopmentChain } from "../helpers/local/development-chain.ts";
import { HARDHAT, Project, TEST_CONFIG } from "../helpers/project.ts";
import type { World } from "../helpers/world.ts";
import { type NodeKind, weakNode } from "./nodes.ts";
import type { Target } from "./truth.ts";

const GAS_PRICE = 2_000_000_000;
const PRICE = { gas: "0xe4e1c0", gasPrice: `0x${GAS_PRICE.toString(16)}`, type: "0x0" };
/** A key of none of the node's accounts. */
const KEY = `0x${"7702".padStart(64, "0")}`;

/** Such as `contracts/Boxes.sol:Box`; the path is the artifact's folder. */
export type ContractPath = `${string}.sol:${string}`;

export class Deployer {
  readonly #chain: DevelopmentChain;
  readonly #project: Project;
  readonly #artifacts = new Map<ContractPath, Promise<Artifact>>();

  constructor(chain: DevelopmentChain, project: Project) {
    this.#chain = chain;
    this.#project = project;
  }

  async create(
    path: ContractPath,
    args: readonly unknown[] = [],
    libraries: Readonly<Record<string, string>> = {},
  ): Promise<string> {
    return this.createBy(artifactInput(await this.#artifact(path), args, libraries));
  }

  async createBy(initCode: string): Promise<string> {
    return (await create(this.#chain, initCode, PRICE)).address;
  }

  /** @param before Instructions that the constructor runs first, hex without 0x. */
  async place(runtimeBytecode: string, before = ""): Promise<string> {
    const length = (runtimeBytecode.length / 2).toString(16).padStart(4, "0");
    const start = (before.length / 2 + 10).toString(16).padStart(2, "0");
    // PUSH2 length, DUP1, PUSH1 start, RETURNDATASIZE, CODECOPY, RETURNDATASIZE, RETURN
    return this.createBy(`0x${before}61${length}8060${start}3d393df3${runtimeBytecode}`);
  }

  /** Calls a function that returns the address of the contract it makes. */
  async make(path: ContractPath, at: string, name: string, args: readonly unknown[]): Promise<string> {
    const abi = new Interface((await this.#artifact(path)).abi);
    const data = abi.encodeFunctionData(name, args);
    const from = await this.account();
    const answer = await this.#chain.request("eth_call", { from, to: at, data }, "latest");
    await transact(this.#chain, at, { ...PRICE, data });
    return getAddress(`0x${String(answer).slice(-40)}`);
  }

  async call(path: ContractPath, at: string, name: string, args: readonly unknown[]): Promise<void> {
    const abi = new Interface((await this.#artifact(path)).abi);
    await transact(this.#chain, at, { ...PRICE, data: abi.encodeFunctionData(name, args) });
  }

  /** An EIP-7702 account that runs a contract. */
  async delegateAccount(to: string): Promise<string> {
    const wallet = new Wallet(KEY);
    const value = "0xde0b6b3a7640000";
    await transact(this.#chain, wallet.address, { ...PRICE, value, data: "0x" });
    const chainId = Number(await this.#chain.request("eth_chainId"));
    const signed = await wallet.signTransaction({
      type: 4,
      chainId,
      nonce: 0,
      to: await this.account(),
      gasLimit: 200_000,
      maxFeePerGas: GAS_PRICE,
      maxPriorityFeePerGas: 0,
      // One more than the nonce of the transaction itself.
      authorizationList: [await wallet.authorize({ address: to, nonce: 1, chainId })],
    });
    await receiptOf(this.#chain, await this.#chain.request("eth_sendRawTransaction", signed));
    return wallet.address;
  }

  async account(): Promise<string> {
    const [first] = (await this.#chain.request("eth_accounts")) as readonly [string];
    return getAddress(first);
  }

  async #artifact(path: ContractPath): Promise<Artifact> {
    const known =
      this.#artifacts.get(path) ?? this.#project.artifact(...(path.split(":") as [string, string]));
    this.#artifacts.set(path, known);
    return known;
  }
}

const MANIFEST = "deployments.json";
/** Seconds. A run has a hundred contracts. */
const RUN_TIMEOUT = 580;

export async function verifyBehind(
  node: NodeKind,
  targets: readonly Target[],
  project: Project,
  world: World,
): Promise<Report> {
  const contracts = targets.map(({ address }) => ({ address }));
  const manifest = { schema: "verify-contract-deployments/1", chainId: 31337, contracts };
  await writeFile(join(project.root, MANIFEST), JSON.stringify(manifest));
  await using weak = await weakNode(world.chain.rpcUrl, node.weakness);
  const { report } = await verifyJson(project, ["deployments", MANIFEST, "--follow-proxy", "--fresh"], {
    world,
    config: { ...world.config, timeout: RUN_TIMEOUT },
    env: { RPC_URL: weak.url },
  });
  if (report.error !== undefined) throw new Error(`${report.error.code}: ${report.error.message}`);
  return report;
}

/** Kept between runs; ignored by Git. */
const SCRATCH = fileURLToPath(new URL("../../.tmp/proxies", import.meta.url));
export const PACKAGES = join(SCRATCH, "node_modules");
const OWN = join(import.meta.dirname, "project");

export async function openWorkspace(): Promise<Project> {
  await installPackages(join(import.meta.dirname, "packages"), SCRATCH);
  const root = join(SCRATCH, "project");
  rmSync(join(root, "contracts"), { recursive: true, force: true });
  cpSync(OWN, root, { recursive: true });
  await run(process.execPath, [HARDHAT, "--config", TEST_CONFIG, "build", "--no-tests"], root);
  return new Project(root);
}
