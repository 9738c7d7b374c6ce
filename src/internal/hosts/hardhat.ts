import { realpathSync } from "node:fs";
import path from "node:path";
import { isProxy } from "node:util/types";
import type { ExplorerAccess } from "../commands/host.ts";
import { isWebUrl } from "../domain/web-url.ts";
import { type HostWords, nodeCommand } from "../errors/host-words.ts";
import { advice, type CommandOption, configure, installCompiler, withOptions } from "../errors/next-step.ts";
import { VerifyContractError } from "../errors/problem.ts";
import { isObject } from "../text/is-object.ts";
import { findNearestName } from "../text/nearest.ts";

interface OwnWords
  extends Pick<HostWords, "separator" | "build" | "configFile" | "connection" | "defaultNetwork"> {
  readonly forgotten: string;
}

export function createHardhatWords({ forgotten, ...own }: OwnWords): HostWords {
  const { build, configFile } = own;
  return {
    ...own,
    program: "npx hardhat verify-contract",
    rebuild: `${build} --force`,
    node: nodeCommand("npx hardhat node"),
    getCompiler: installCompiler,
    toolOptions: ["--config"],
    network: {
      flag: "--network",
      local: "localhost",
      unnamed: (chainId) => `<network of chain ${chainId}>`,
      forgotten,
      correct: (name) => `correct networks.${name} in ${configFile}`,
      nameChain: (name) => `set networks.${name}.chainId in ${configFile}, so the node isn't queried`,
    },
    configKey: "verifyContract",
    hardhatConfig: configFile,
    runtime: "hre",
  };
}

export const ON_OWN_CHAIN = "--network was forgotten: this is Hardhat's empty in-process chain";

/** A network that Hardhat adds to every configuration. */
export const LOCALHOST = "localhost";

export function listHardhatGlobals(
  network: string | undefined,
  config: string | undefined,
): readonly CommandOption[] {
  return [
    ...(network === undefined ? [] : [["--network", network] as const]),
    ...(config === undefined ? [] : [["--config", config] as const]),
  ];
}

/**
 * Hardhat resolves this key in `paths` only if the deployment plugin is loaded. Otherwise, the user's own setting is
 * used.
 */
export function findFolder(
  key: "ignition" | "deployments",
  root: string,
  ...places: readonly unknown[]
): string | undefined {
  const folder = places
    .map((paths) => (isObject(paths) ? paths[key] : undefined))
    .find((each) => typeof each === "string" && each !== "");
  return typeof folder === "string" ? path.resolve(root, folder) : undefined;
}

/** @returns An explorer's unvalidated settings from hardhat-verify's configuration. */
export function createExplorerAccess(
  apiUrl: unknown,
  siteUrl: unknown,
  getKey: () => unknown,
): ExplorerAccess {
  return {
    apiUrl: isWebUrl(apiUrl) ? apiUrl : undefined,
    siteUrl: isWebUrl(siteUrl) ? siteUrl.replace(/\/+$/, "") : undefined,
    readKey: async () => {
      const key = await getKey();
      return typeof key === "string" && key !== "" ? key : undefined;
    },
  };
}

export function hasKeyInHardhat(explorer: string): explorer is "etherscan" | "blockscout" {
  return explorer === "etherscan" || explorer === "blockscout";
}

/** Hardhat doesn't export its provider classes, and a plugin may have replaced one of the provider's methods. */
export function isUnchangedProvider(provider: object, className: string): boolean {
  return !isProxy(provider) && provider.constructor.name === className && !Object.hasOwn(provider, "request");
}

/** The URL isn't repeated, because it may contain a key. In Hardhat 2, a missing variable leaves an incomplete URL. */
export function requireWebUrl(name: string, url: string | undefined): string {
  if (isWebUrl(url)) return url;
  throw new VerifyContractError("VC113", {
    facts: [
      ["Key", `networks.${name}.url`],
      [
        "Reason",
        "it isn't an http or https URL, such as http://127.0.0.1:8545; a variable in it may be missing",
      ],
    ],
    next: configure("set the variable, or correct the URL,"),
  });
}

/** Other processes can't reach an in-process chain. */
export function noNodeUrl(name: string, type: string, isNeeded: string): VerifyContractError {
  return new VerifyContractError("VC903", {
    facts: [
      ["Network", name],
      ["Type", type],
    ],
    next:
      name === LOCALHOST
        ? advice(`choose a network ${isNeeded} with --network`)
        : withOptions(["--network", LOCALHOST]),
  });
}

/** @param isHardhat Returns true for the file that `npx hardhat` starts, without symlinks in its path. */
export function isStartedFor(
  task: RegExp,
  isHardhat: (file: string) => boolean,
  [, script, ...args]: readonly string[],
): boolean {
  if (script === undefined || !args.some((arg) => task.test(arg))) return false;
  try {
    // `npx hardhat` starts a symlink in node_modules/.bin.
    return isHardhat(realpathSync(script));
  } catch {
    return false;
  }
}

const KEY = "verifyContract";

/**
 * Hardhat would silently ignore a misspelled `verifyContract` key.
 *
 * @param config The configuration as the user wrote it.
 */
export function listMistypedKeys(config: object): readonly string[] {
  const [mistyped] = Object.keys(config).filter(
    (key) => key !== KEY && findNearestName(key.toLowerCase(), [KEY.toLowerCase()]) !== undefined,
  );
  return mistyped === undefined || KEY in config
    ? []
    : [`"${mistyped}" in the Hardhat configuration is ignored: did you mean ${KEY}?`];
}
