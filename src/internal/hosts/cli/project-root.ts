import { existsSync, readdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { listCheckoutFolders } from "../../builds/project/folders-around.ts";
import { HARDHAT_CONFIG } from "../../builds/project/project-paths.ts";
import { advice, withoutOptions } from "../../errors/next-step.ts";
import { VerifyContractError } from "../../errors/problem.ts";
import { cleanText } from "../../text/clean-text.ts";
import { explainFileError } from "../../text/file-reason.ts";
import { isObject } from "../../text/is-object.ts";

/** Our own configuration files, in order of preference. */
const OWN_CONFIGS = ["ts", "mjs", "js", "json"].map((ending) => `verify-contract.config.${ending}`);

/** Falls back to the folder itself if no folder up to the root of the git checkout has a configuration file. */
export function findProjectRoot(folder: string): ReturnType<typeof readProjectRoot> {
  const found = listCheckoutFolders(folder).map(readProjectRoot);
  const project = found.find(
    ({ isFoundry, isHardhat, configFiles }) => isFoundry || isHardhat || configFiles.length > 0,
  );
  return project ?? readProjectRoot(folder);
}

export function readProjectRoot(root: string) {
  const names = listNames(root);
  return {
    root,
    isFoundry: names.includes("foundry.toml"),
    isHardhat: names.some((name) => HARDHAT_CONFIG.test(name)),
    /** Absolute paths of our own configuration files. Only the first is read. */
    configFiles: OWN_CONFIGS.filter((name) => names.includes(name)).map((name) => path.join(root, name)),
  };
}

function listNames(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** The settings may be nested under `verifyContract`. As in every host, they are validated later. */
export async function readConfigFile(file: string): Promise<unknown> {
  if (!existsSync(file)) throw missingFile(file);
  const read = await (file.endsWith(".json") ? readJson(file) : readModule(file)).catch((cause: unknown) => {
    throw unreadable(file, cause);
  });
  if (!isObject(read)) throw unreadable(file, new Error("it isn't an object"));
  const { $schema: _, ...keys } = read;
  const [only, ...others] = Object.keys(keys);
  return only === "verifyContract" && others.length === 0 ? keys.verifyContract : keys;
}

async function readJson(file: string): Promise<unknown> {
  return JSON.parse((await readFile(file, "utf8")).replace(/^\ufeff/, ""));
}

async function readModule(file: string): Promise<unknown> {
  const module: { readonly default?: unknown } = await import(pathToFileURL(file).href);
  if (module.default === undefined) throw new Error("it has no default export");
  return module.default;
}

function missingFile(file: string): VerifyContractError {
  return new VerifyContractError("VC108", {
    facts: [
      ["File", file],
      ["Reason", "the file doesn't exist"],
    ],
    next: withoutOptions("--config"),
  });
}

function unreadable(file: string, cause: unknown): VerifyContractError {
  const isTypeScript = path.extname(file) === ".ts" && process.features.typescript === false;
  return new VerifyContractError("VC108", {
    facts: [
      ["File", file],
      ["Reason", cleanText(explainFileError(cause), 300)],
    ],
    likely: isTypeScript ? "this Node version can't read TypeScript" : undefined,
    next: isTypeScript ? advice("use Node 22.18 or newer, or rename the file to .mjs") : undefined,
    cause,
  });
}
