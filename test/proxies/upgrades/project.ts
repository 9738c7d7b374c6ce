import { cpSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, symlinkSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Report } from "../../../src/report.ts";
import { withoutSurroundings } from "../../helpers/cli.ts";
import { installPackages } from "../../helpers/install-packages.ts";
import { installOwn } from "../../helpers/package/install-own.ts";
import { reportOfRun } from "../../helpers/report-schema.ts";
import { type ProcessRun, startNode } from "../../helpers/running-process.ts";
import { type PrivateWorld, privateWorld } from "../../helpers/world.ts";

const CHECKOUT = fileURLToPath(new URL("../../../", import.meta.url));
const SCRATCH = join(CHECKOUT, ".tmp", "upgrades");
const SOLJSON = join(CHECKOUT, "node_modules", "solc", "soljson.js");
const MANIFESTS = ["package.json", "package-lock.json"];

export interface UpgradesHost {
  readonly name: "hardhat2" | "hardhat3";
  readonly bin: string;
  readonly deployments: readonly string[];
}

export const UPGRADES_HOSTS: readonly UpgradesHost[] = [
  {
    name: "hardhat2",
    bin: "node_modules/hardhat/internal/cli/bootstrap.js",
    deployments: ["verify-contract:deployments"],
  },
  {
    name: "hardhat3",
    bin: "node_modules/hardhat/dist/src/cli.js",
    deployments: ["verify-contract", "deployments"],
  },
];

export interface Deployed {
  readonly box: string;
  readonly vault: string;
  readonly beacon: string;
  readonly lamps: readonly string[];
}

export class UpgradesProject implements AsyncDisposable {
  readonly root: string;
  readonly world: PrivateWorld;
  readonly #host: UpgradesHost;
  /** The temporary folder of its processes, which contains the manifests of development nodes. */
  readonly temporary: string;

  private constructor(root: string, host: UpgradesHost, world: PrivateWorld) {
    this.root = root;
    this.world = world;
    this.#host = host;
    this.temporary = join(root, "tmp");
    mkdirSync(this.temporary);
  }

  static async of(host: UpgradesHost): Promise<UpgradesProject> {
    const own = join(import.meta.dirname, host.name);
    const installed = join(SCRATCH, host.name);
    await installPackages(own, installed);
    await installOwn(join(installed, "node_modules"));
    const root = realpathSync(mkdtempSync(join(tmpdir(), `verify-contract-upgrades-`)));
    symlinkSync(join(installed, "node_modules"), join(root, "node_modules"), "junction");
    cpSync(join(import.meta.dirname, "contracts"), join(root, "contracts"), { recursive: true });
    for (const file of readdirSync(own)) if (file !== MANIFESTS[1]) cpSync(join(own, file), join(root, file));
    // One for the plugin's compiled proxies, one for the project.
    const compilers = [
      { path: join(root, "node_modules", "solc-0.8.29", "soljson.js"), version: "0.8.29+commit.ab55807c" },
      { path: SOLJSON, version: "0.8.28+commit.7893614a" },
    ];
    return new UpgradesProject(root, host, await privateWorld(undefined, { compilers }));
  }

  /** @param upgrade Upgrades this proxy instead of deploying everything. */
  async deploy(upgrade?: string): Promise<Deployed> {
    const { exitCode, stdout, stderr } = await this.hardhat(
      ["run", "deploy.js"],
      upgrade === undefined ? {} : { UPGRADE: upgrade },
    );
    const line = stdout.split("\n").find((text) => text.startsWith("{"));
    if (exitCode !== 0 || line === undefined) throw new Error(`deploy.js failed\n${stdout}\n${stderr}`);
    return JSON.parse(line);
  }

  verify(...words: readonly string[]): Promise<ProcessRun> {
    return this.hardhat([...this.#host.deployments, ...words]);
  }

  async report(...words: readonly string[]): Promise<Report> {
    return reportOfRun(await this.verify(...words, "--json"));
  }

  async edit(file: string, from: string, to: string): Promise<void> {
    const before = await readFile(join(this.root, file), "utf8");
    if (!before.includes(from)) throw new Error(`${file} has no ${from}`);
    await writeFile(join(this.root, file), before.replace(from, to));
  }

  hardhat(words: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<ProcessRun> {
    const line = [this.#host.bin, "--network", "development", ...words];
    return startNode(line, this.root, {
      ...withoutSurroundings(process.env),
      HARDHAT_DISABLE_TELEMETRY_PROMPT: "true",
      RPC_URL: this.world.chain.rpcUrl,
      SOLJSON,
      TEST_VERIFY_CONTRACT: JSON.stringify({ chains: { 31337: this.world.config } }),
      TMPDIR: this.temporary,
      ...env,
    }).ended;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.world[Symbol.asyncDispose]();
    rmSync(this.root, { recursive: true, force: true });
  }
}
