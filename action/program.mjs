/** @file Which program runs a command in a project. */
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { WrongInput } from "./options.mjs";

const PACKAGE = "hardhat-verify-contract";
/** A version, a range or a tag: nothing that a shell or npm takes for more. */
const VERSION = /^[\w.^~-]{1,64}$/;

/** Where Hardhat looks for its configuration. */
const HARDHAT_CONFIGS = ["ts", "mts", "cts", "js", "mjs", "cjs"].map((end) => `hardhat.config.${end}`);

/**
 * The words after `node`: those of a task of Hardhat where a network of its configuration is named, or all of them are
 * meant, else those of the plain command line.
 *
 * @param {{ command: string, targets: readonly string[], options: readonly string[], network: string }} wanted
 * @param {Readonly<Record<string, string | undefined>>} env
 */
export function wordsOf({ command, targets, options, network }, env) {
  const subcommand = command === "verify" ? [] : [command];
  const isOfHardhat = network !== "" || (options.includes("--all-networks") && isHardhatProject());
  if (!isOfHardhat) return [plainProgram(env), ...subcommand, ...targets, ...options];
  const { folder, version, bin } = installed("hardhat") ?? {};
  if (folder === undefined || bin === undefined)
    throw new WrongInput(
      "The input network names a network of Hardhat, and Hardhat is not installed in this project.",
    );
  const task = version?.startsWith("2.")
    ? [["verify-contract", ...subcommand].join(":")]
    : ["verify-contract", ...subcommand];
  const chosen = network === "" ? [] : ["--network", network];
  return [join(folder, bin), ...task, ...targets, ...options, ...chosen];
}

function isHardhatProject() {
  return installed("hardhat") !== undefined && HARDHAT_CONFIGS.some((file) => existsSync(file));
}

/** That of the project, else one that is installed beside it. @param {Readonly<Record<string, string | undefined>>} env */
function plainProgram(env) {
  const own = installed(PACKAGE);
  if (own !== undefined) return join(own.folder, own.bin);
  const folder = join(env.RUNNER_TEMP ?? "", PACKAGE);
  const version =
    env.INPUT_VERSION ||
    JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")).version;
  if (!VERSION.test(version)) throw new WrongInput("The input version takes a version of the package.");
  const words = [
    "install",
    "--prefix",
    folder,
    "--no-audit",
    "--no-fund",
    "--ignore-scripts",
    `${PACKAGE}@${version}`,
  ];
  // npm is a script of the shell on Windows; none of the words has anything that one takes for more.
  const { status } = spawnSync("npm", words, {
    stdio: ["ignore", "ignore", "inherit"],
    shell: process.platform === "win32",
  });
  const found = installed(PACKAGE, folder);
  if (status !== 0 || found === undefined) throw new WrongInput(`${PACKAGE}@${version} can't be installed.`);
  return join(found.folder, found.bin);
}

/** A package as the files of a folder find it. @param {string} name */
function installed(name, from = process.cwd()) {
  try {
    const file = createRequire(join(from, "package.json")).resolve(`${name}/package.json`);
    const { bin, version } = JSON.parse(readFileSync(file, "utf8"));
    return { folder: dirname(file), version, bin: typeof bin === "string" ? bin : bin[name] };
  } catch {
    return undefined;
  }
}
