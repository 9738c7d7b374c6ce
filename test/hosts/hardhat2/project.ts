import { realpathSync } from "node:fs";
import { readFile, symlink } from "node:fs/promises";
import path from "node:path";
import { type Artifact, artifactSchema } from "../../helpers/artifact.ts";
import { type TemporaryFolder, temporaryFolder } from "../../helpers/build-files.ts";
import { type CliRun, withoutSurroundings } from "../../helpers/cli.ts";
import { installPackages } from "../../helpers/install-packages.ts";
import { installOwn } from "../../helpers/package/install-own.ts";
import { type RunningProcess, startNode } from "../../helpers/running-process.ts";

const CHECKOUT = path.resolve(import.meta.dirname, "../../..");
const INSTALLED = path.join(CHECKOUT, ".tmp", "hardhat2");
const SOLJSON = path.join(CHECKOUT, "node_modules", "solc", "soljson.js");

/** Compiles with the compiler of the checkout: nothing can be downloaded. */
const WITH_COMPILER = `
const { subtask } = require("hardhat/config");
subtask("compile:solidity:solc:get-build", async () => ({
  compilerPath: ${JSON.stringify(SOLJSON)},
  isSolcJs: true,
  version: "0.8.28",
  longVersion: "0.8.28+commit.7893614a",
}));
`;

/** A user's configuration file. */
const CONFIG = `require("hardhat-verify-contract/hardhat2");
${WITH_COMPILER}
const RPC_URL = process.env.RPC_URL ?? "http://127.0.0.1:9";

module.exports = {
  solidity: "0.8.28",
  networks: {
    testnet: { url: RPC_URL },
    secret: { url: RPC_URL, httpHeaders: { authorization: "Bearer token-of-the-node" } },
  },
  verifyContract: JSON.parse(process.env.TEST_VERIFY_CONTRACT ?? "{}"),
};
`;

/** A project of Hardhat 2 with the package as it would be published. */
export class Hardhat2Project implements AsyncDisposable {
  readonly root: string;
  readonly #folder: TemporaryFolder;
  readonly #env: Record<string, string> = {};

  private constructor(folder: TemporaryFolder) {
    this.#folder = folder;
    this.root = realpathSync(folder.path);
  }

  /** @param files By path; `hardhat.config.js` is the usual one unless there is another. */
  static async of(files: Readonly<Record<string, string>>): Promise<Hardhat2Project> {
    const project = new Hardhat2Project(await temporaryFolder());
    await symlink(await installed(), path.join(project.root, "node_modules"), "junction");
    const hasConfig = Object.keys(files).some((name) => name.startsWith("hardhat.config."));
    await project.write({ "package.json": '{ "private": true }', ...files });
    if (!hasConfig) await project.write({ "hardhat.config.js": CONFIG });
    return project;
  }

  async write(files: Readonly<Record<string, string>>): Promise<void> {
    for (const [name, text] of Object.entries(files)) await this.#folder.write(name, text);
  }

  /** Variables of the environment of each run. */
  use(env: Readonly<Record<string, string>>): void {
    Object.assign(this.#env, env);
  }

  async artifact(file: string, name: string): Promise<Artifact> {
    const text = await readFile(path.join(this.root, "artifacts", file, `${name}.json`), "utf8");
    return artifactSchema.parse(JSON.parse(text));
  }

  /** Starts `npx hardhat …`. */
  start(words: readonly string[], env: Readonly<Record<string, string>> = {}): RunningProcess {
    return this.#start(["node_modules/hardhat/internal/cli/bootstrap.js", ...words], env);
  }

  /** Runs `npx hardhat …` to its end. */
  hardhat(words: readonly string[], env?: Readonly<Record<string, string>>): Promise<CliRun> {
    return this.start(words, env).ended;
  }

  /** Runs `node <script>`. */
  node(words: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<CliRun> {
    return this.#start(words, env).ended;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#folder[Symbol.asyncDispose]();
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
