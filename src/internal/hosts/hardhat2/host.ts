import path from "node:path";
import { projectPathsOf } from "../../builds/project/project-paths.ts";
import { mistypedKeyNotes } from "../../commands/config/mistyped-key.ts";
import type { ReadSecret } from "../../commands/config/resolve-service.ts";
import type { Host } from "../../commands/host.ts";
import { urlOpener } from "../../commands/open-url.ts";
import type { CommandOption } from "../../errors/next-step.ts";
import { configuredNetworks } from "./configured-networks.ts";
import { explorerOf } from "./explorer-of.ts";
import { nodeUrlOf, openNetwork } from "./open-network.ts";
import { isOwnCommandLine } from "./own-command-line.ts";
import { projectCompilers } from "./project-compilers.ts";
import type { Network, Runtime } from "./runtime.ts";
import { hardhat2Words } from "./words.ts";

const HARDHAT_ERRORS: ReadonlySet<string> = new Set(["HardhatError", "HardhatPluginError"]);

/** What the commands need of a runtime of Hardhat 2. */
export function hardhat2Host(hre: Runtime): Host {
  const { config, network, userConfig, hardhatArguments } = hre;
  const { paths } = config;
  return {
    projectPaths: () =>
      projectPathsOf({
        root: paths.root,
        artifacts: paths.artifacts,
        sources: [paths.sources],
        ignition: folderOf("ignition", hre),
        hardhatDeploy: folderOf("deployments", hre),
      }),
    cacheFolder: path.join(paths.cache, "verify-contract"),
    userConfig: config.verifyContract,
    readSecret,
    network: { name: network.name, chainId: network.config.chainId },
    openNetwork: async (connection, options) =>
      openNetwork(connection === undefined ? network : networkOf(connection, network), options),
    networks: async () => configuredNetworks(config.networks),
    openUrl: urlOpener(process.env),
    explorer: (chainId) => explorerOf(config, chainId),
    compilers: () => projectCompilers(hre),
    nodeUrl: async () => nodeUrlOf(network),
    globals: globalsOf(hardhatArguments),
    words: hardhat2Words(hre),
    notes: () => mistypedKeyNotes(userConfig),
    explains: (error) => error instanceof Error && HARDHAT_ERRORS.has(error.name),
    ownsProcess: () => isOwnCommandLine(process.argv),
  };
}

/** That of a program's request, of which a provider may be all. */
function networkOf(connection: unknown, { name }: Network): Network {
  return { name, config: {}, ...(connection as Pick<Network, "provider">) };
}

/** Variables of Hardhat 2 are strings by the time that the configuration is loaded. */
const readSecret: ReadSecret = async (value) => {
  if (typeof value === "string") return value;
  throw new Error(`in Hardhat 2 a variable is a string: vars.get("${value.name}")`);
};

/** A plugin resolves its own folder of `paths`; without that plugin, what the user wrote still says where the records are. */
function folderOf(key: "ignition" | "deployments", { config, userConfig }: Runtime): string | undefined {
  const paths = [config.paths, Reflect.get(userConfig, "paths")];
  const folder = paths
    .map((each) => Reflect.get(each ?? {}, key))
    .find((each) => typeof each === "string" && each !== "");
  return folder === undefined ? undefined : path.resolve(config.paths.root, folder);
}

/** `--network` and `--config`, where they were given. */
function globalsOf({ network, config }: Runtime["hardhatArguments"]): readonly CommandOption[] {
  return [
    ...(network === undefined ? [] : [["--network", network] as const]),
    ...(config === undefined ? [] : [["--config", config] as const]),
  ];
}
