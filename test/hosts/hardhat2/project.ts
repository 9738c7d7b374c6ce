import { realpathSync } from "node:fs";
import { mkdtemp, readFile, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import type { Report } from "../../../src/report.ts";
import { type Artifact, artifactSchema } from "../../helpers/artifact.ts";
import { type CliRun, withoutSurroundings } from "../../helpers/cli.ts";
import { installPackages } from "../../helpers/install-packages.ts";
import { installOwn } from "../../helpers/package/install-own.ts";
import { reportOfRun } from "../../helpers/report-schema.ts";
import { type RunningProcess, startNode } from "../../helpers/running-process.ts";
import { write } from "./write.ts";

const CHECKOUT = path.resolve(import.meta.dirname, "../../..");
const INSTALLED = path.join(CHECKOUT, ".tmp", "hardhat2");
const SOLJSON = path.join(CHECKOUT, "node_modules", "solc", "soljson.js");

/** Compiles with the compiler of the checkout: nothing can be downloaded. */
export const WITH_COMPILER = `
const { subtask } = require("hardhat/config");
subtask("compile:solidity:solc:get-build", async () => ({
  compilerPath: ${JSON.stringify(SOLJSON)},
  isSolcJs: true,
  version: "0.8.28",
  longVersion: "0.8.28+commit.7893614a",
}));
`;

/** Compiles hardhat-deploy's own proxies. */
export const COMPILER_OF_PROXIES = {
  path: fileURLToPath(import.meta.resolve("solc-0.8.10/soljson.js")),
  version: "0.8.10",
};

/** A user's configuration file. */
const CONFIG = `require("hardhat-verify-contract/hardhat2");
${WITH_COMPILER}
const { task } = require("hardhat/config");
const RPC_URL = process.env.RPC_URL ?? "http://127.0.0.1:9";

task("ship", "Verifies after a deployment", async (_, hre) => {
  const { exitCode } = await hre.run("verify-contract", { address: process.env.ADDRESS });
  console.log("shipped with", exitCode);
});

module.exports = {
  solidity: "0.8.28",
  networks: {
    testnet: { url: RPC_URL },
    mistaken: { url: RPC_URL, chainId: 5 },
    secret: { url: RPC_URL, httpHeaders: { authorization: "Bearer token-of-the-node" } },
  },
  verifyContract: JSON.parse(process.env.TEST_VERIFY_CONTRACT ?? "{}"),
};
`;

/** A project of Hardhat 2 with the package as it would be published. */
export class Hardhat2Project implements AsyncDisposable {
  readonly root: string;
  readonly #env: Record<string, string> = {};

  private constructor(root: string) {
    this.root = root;
  }

  /** @param files By path; `hardhat.config.js` is the usual one unless there is another. */
  static async of(files: Readonly<Record<string, string>>): Promise<Hardhat2Project> {
    const root = realpathSync(await mkdtemp(path.join(tmpdir(), "verify-contract-hardhat2-")));
    await symlink(await installed(), path.join(root, "node_modules"), "junction");
    await write(root, { "package.json": '{ "private": true }', ...files });
    const hasConfig = Object.keys(files).some((name) => name.startsWith("hardhat.config."));
    if (!hasConfig) await write(root, { "hardhat.config.js": CONFIG });
    return new Hardhat2Project(root);
  }

  /** Variables of the environment of each run. */
  use(env: Readonly<Record<string, string>>): void {
    Object.assign(this.#env, env);
  }

  async artifact(file: string, name: string): Promise<Artifact> {
    return artifactSchema.parse(
      JSON.parse(await readFile(path.join(this.root, "artifacts", file, `${name}.json`), "utf8")),
    );
  }

  /** Starts `npx hardhat …`. */
  start(words: readonly string[], env: Readonly<Record<string, string>> = {}): RunningProcess {
    return this.#start(
      [path.join("node_modules", "hardhat", "internal", "cli", "bootstrap.js"), ...words],
      env,
    );
  }

  /** Runs `npx hardhat …` to its end. */
  hardhat(words: readonly string[], env?: Readonly<Record<string, string>>): Promise<CliRun> {
    return this.start(words, env).ended;
  }

  /** Runs `node <script>`. */
  node(words: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<CliRun> {
    return this.#start(words, env).ended;
  }

  /** A run with `--json`, whose report the schema accepts. */
  async json(
    words: readonly string[],
    env?: Readonly<Record<string, string>>,
  ): Promise<CliRun & { report: Report }> {
    const run = await this.hardhat([...words, "--json"], env);
    return { ...run, report: reportOfRun(run) };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await rm(this.root, { recursive: true, force: true });
  }

  #start(words: readonly string[], env: Readonly<Record<string, string>>): RunningProcess {
    return startNode(words, this.root, {
      ...withoutSurroundings(process.env),
      HARDHAT_DISABLE_TELEMETRY_PROMPT: "true",
      ...this.#env,
      ...env,
    });
  }
}

let ready: Promise<string> | undefined;

/** The node_modules of Hardhat 2, TypeScript and the packed package, whose own dependencies are those of the checkout. */
function installed(): Promise<string> {
  ready ??= install();
  return ready;
}

async function install(): Promise<string> {
  await installPackages(path.join(import.meta.dirname, "packages"), INSTALLED);
  const modules = path.join(INSTALLED, "node_modules");
  await installOwn(modules);
  return modules;
}
