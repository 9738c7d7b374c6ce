import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { nearestPath } from "../../builds/read-candidates.ts";
import { advice, withOptions, withoutOptions } from "../../errors/next-step.ts";
import { VerifyContractError } from "../../errors/problem.ts";
import { cleanText } from "../../text/clean-text.ts";
import { fileReason } from "../../text/file-reason.ts";
import { isObject } from "../../text/is-object.ts";

/**
 * Reads a configuration file: the keys of `verifyContract`, with or without that key around them. They are validated
 * where those of any host are.
 *
 * @param file Absolute path of a JSON file, or of a module whose default export it is.
 * @throws VerifyContractError VC108 for a file that can't be read.
 */
export async function readConfigFile(file: string): Promise<unknown> {
  if (!existsSync(file)) throw await notThere(file);
  const read = await (file.endsWith(".json") ? readJson(file) : readModule(file)).catch((cause: unknown) => {
    throw unreadable(file, cause);
  });
  if (!isObject(read)) throw unreadable(file, new Error("it is no object"));
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

async function notThere(file: string): Promise<VerifyContractError> {
  const meant = await nearestPath(file);
  return new VerifyContractError("VC108", {
    facts: [
      ["File", file],
      ["Reason", "there is no such file"],
    ],
    likely: meant === undefined ? undefined : `"${meant}" is meant`,
    next: meant === undefined ? withoutOptions("--config") : withOptions(["--config", meant]),
  });
}

function unreadable(file: string, cause: unknown): VerifyContractError {
  const isTypeScript = path.extname(file) === ".ts" && process.features.typescript === false;
  return new VerifyContractError("VC108", {
    facts: [
      ["File", file],
      ["Reason", cleanText(fileReason(cause), 300)],
    ],
    likely: isTypeScript ? "this Node does not read TypeScript" : undefined,
    next: isTypeScript ? advice("use Node 22.18 or newer, or name the file .mjs") : undefined,
    cause,
  });
}
