import { isObject } from "../json-file.ts";
import { type Environment, ofProcess, readFoundry, type Surroundings } from "./foundry-files.ts";
import { type FoundryFiles, ofEnvironment, profileTables } from "./foundry-settings.ts";

/** Nodes that a Foundry project names. `${VARIABLE}` is still in the URLs. */
export interface FoundryEndpoints {
  /** `rpc_endpoints`: URLs by alias. */
  readonly aliases: ReadonlyMap<string, string>;
  /** `eth_rpc_url`: an alias or a URL. */
  readonly ethRpcUrl: string | undefined;
  /** The process's variables and those of the project's `.env`. */
  readonly environment: Environment;
}

const PLACEHOLDER = /\$\{\s*([^}]*?)\s*\}/g;

/** Reads the nodes that the project in a folder names. */
export async function readFoundryEndpoints(
  root: string,
  surroundings: Surroundings = ofProcess(),
): Promise<FoundryEndpoints> {
  const { files, environment } = await readFoundry(root, surroundings);
  return { ...resolveFoundryEndpoints(files, environment), environment };
}

/** As forge resolves them (measured with forge 1.7.1): the environment precedes the files, the project the global file. */
export function resolveFoundryEndpoints(
  files: FoundryFiles,
  environment: Environment,
): Pick<FoundryEndpoints, "aliases" | "ethRpcUrl"> {
  const { tables } = profileTables(files, environment);
  const lists = [files.global, files.base, files.project, ...tables.toReversed()].map(
    (table) => table?.rpc_endpoints,
  );
  const urls = [...ofEnvironment("eth_rpc_url", environment), ...tables.map((table) => table?.eth_rpc_url)];
  return {
    aliases: new Map(lists.flatMap(aliasesOf)),
    ethRpcUrl: urls.find((url): url is string => typeof url === "string" && url !== ""),
  };
}

/** Replaces `${VARIABLE}`; those without a value are `missing`. */
export function fillVariables(
  text: string,
  environment: Environment,
): { readonly text: string; readonly missing: readonly string[] } {
  const missing: string[] = [];
  const filled = text.replace(PLACEHOLDER, (_, name: string) => {
    const value = environment[name];
    if (value === undefined || value === "") missing.push(name);
    return value ?? "";
  });
  return { text: filled, missing };
}

/** A value is a URL, or a table with one. */
function aliasesOf(list: unknown): readonly (readonly [string, string])[] {
  if (!isObject(list)) return [];
  return Object.entries(list).flatMap(([alias, value]) => {
    const url = isObject(value) ? (value.endpoint ?? value.url) : value;
    return typeof url === "string" ? [[alias, url] as const] : [];
  });
}
