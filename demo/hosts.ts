import { existsSync } from "node:fs";
import { cp, symlink } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { installPackages } from "../test/helpers/install-packages.ts";

const CHECKOUT = fileURLToPath(new URL("../", import.meta.url));

/**
 * A command as the user types it, and the process behind it. It starts without npx, so its own process id can stop it.
 */
export interface Command {
  readonly typed: string;
  /** Absolute path of a Node program. */
  readonly program: string;
  readonly args: readonly string[];
}

/** The tools of a demo run: how contracts are compiled, deployed and verified. */
export interface DemoHost {
  /** Copies the project to a new folder. */
  readonly copy: (to: string) => Promise<void>;
  /** Starts a node on a free port and prints the port. */
  readonly node: Command;
  readonly build: Command;
  readonly deploy: Command;
  readonly serve: (nodeUrl: string, options: readonly string[]) => Command;
  readonly verify: (nodeUrl: string, words: readonly string[], options: readonly string[]) => Command;
}

const HARDHAT_3 = join(packageFolder("hardhat"), "dist/src/cli.js");
const NETWORK = ["--network", "localhost"];

const hardhat = (words: readonly string[], shown: readonly string[] = words): Command => ({
  typed: `npx hardhat ${shown.join(" ")}`,
  program: HARDHAT_3,
  args: words,
});

const hardhat3: DemoHost = {
  copy: (to) => copyProject(to),
  node: hardhat(["node", "--port", "0"], ["node"]),
  build: hardhat(["build", "--no-tests"]),
  deploy: hardhat(
    ["run", "scripts/deploy.ts", "--no-compile", ...NETWORK],
    ["run", "scripts/deploy.ts", ...NETWORK],
  ),
  serve: (_, options) =>
    hardhat(["verify-contract", "serve", ...NETWORK, ...options], ["verify-contract", "serve", ...NETWORK]),
  verify: (_, words, options) =>
    hardhat(["verify-contract", ...words, ...NETWORK, ...options], ["verify-contract", ...words, ...NETWORK]),
};

const plain = (nodeUrl: string, words: readonly string[], options: readonly string[]): Command => {
  const shown = [...words, "--rpc-url", nodeUrl];
  return {
    typed: `npx hardhat-verify-contract ${shown.join(" ")}`,
    program: join(CHECKOUT, "dist/cli.js"),
    args: [...shown, ...options],
  };
};

const cli: DemoHost = {
  ...hardhat3,
  copy: (to) => copyProject(to, "cli"),
  serve: (nodeUrl, options) => plain(nodeUrl, ["serve"], options),
  verify: plain,
};

/** Hardhat 2, with packages from its own lock file. */
const HARDHAT_2 = join(CHECKOUT, ".tmp/demo-hardhat2");
const DEPLOY_2 = ["run", "scripts/deploy.js", ...NETWORK];

const hardhat2Command = (words: readonly string[], shown: readonly string[] = words): Command => ({
  typed: `npx hardhat ${shown.join(" ")}`,
  program: join(HARDHAT_2, "node_modules/hardhat/internal/cli/bootstrap.js"),
  args: words,
});

/** A Hardhat 2 task, with subcommands separated by colons. */
const hardhat2Task = (words: readonly string[], options: readonly string[]): Command => {
  const [first = "", ...others] = words;
  const task = first.startsWith("0x") ? ["verify-contract", first] : [`verify-contract:${first}`];
  const shown = [...task, ...others, ...NETWORK];
  return hardhat2Command([...shown, ...options], shown);
};

const hardhat2: DemoHost = {
  copy: async (to) => {
    if (!existsSync(HARDHAT_2)) console.log("  Installing Hardhat 2, once…");
    await installPackages(join(CHECKOUT, "demo/hardhat2"), HARDHAT_2);
    const modules = join(HARDHAT_2, "node_modules");
    const own = join(modules, "hardhat-verify-contract");
    if (!existsSync(own)) await symlink(CHECKOUT, own, "junction");
    await cp(join(CHECKOUT, "fixture-projects/demo/contracts"), join(to, "contracts"), { recursive: true });
    await cp(join(CHECKOUT, "demo/hardhat2"), to, { recursive: true });
    await symlink(modules, join(to, "node_modules"), "junction");
  },
  node: hardhat2Command(["node", "--port", "0"], ["node"]),
  build: hardhat2Command(["compile"]),
  deploy: hardhat2Command([...DEPLOY_2, "--no-compile"], DEPLOY_2),
  serve: (_, options) => hardhat2Task(["serve"], options),
  verify: (_, words, options) => hardhat2Task(words, options),
};

/** Hosts by the value of `--host`. */
export const HOSTS: Readonly<Record<string, DemoHost>> = { hardhat3, hardhat2, cli };

/** @param overlay Demo folder with files that replace the project's. */
async function copyProject(to: string, overlay?: string): Promise<void> {
  const filter = (path: string) => !/[\\/](artifacts|cache|node_modules)$/.test(path);
  await cp(join(CHECKOUT, "fixture-projects/demo"), to, { recursive: true, filter });
  if (overlay !== undefined) await cp(join(CHECKOUT, "demo", overlay), to, { recursive: true, filter });
  await symlink(join(CHECKOUT, "node_modules"), join(to, "node_modules"), "junction");
}

function packageFolder(name: string): string {
  return dirname(createRequire(import.meta.url).resolve(`${name}/package.json`));
}
