import path from "node:path";
import { type HostWords, NODE_PORT, nodeCommand } from "../../errors/host-words.ts";
import { installCompiler } from "../../errors/next-step.ts";

/** The URL of a node on this computer, with the default port of anvil and Hardhat. */
export const LOCAL_NODE = `http://127.0.0.1:${NODE_PORT}`;
const CONFIG_FILE = "verify-contract.config.json";

interface Situation {
  readonly isFoundry: boolean;
  readonly isHardhat: boolean;
  /** Absolute path of the configuration file. @default none */
  readonly configFile?: string | undefined;
  /** The option or variable that sets a service's URL. @default none */
  readonly urlSources?: HostWords["urlSources"];
  /** The node used without `--rpc-url`, and the setting that specifies it. */
  readonly fallback?: { readonly name: string; readonly source: string } | undefined;
}

export function createCliWords({
  isFoundry,
  isHardhat,
  configFile,
  fallback,
  urlSources = {},
}: Situation): HostWords {
  const shownFile = configFile === undefined ? `a new ${CONFIG_FILE}` : toRelativePath(configFile);
  return {
    program: "npx hardhat-verify-contract",
    separator: " ",
    ...describeTools(isFoundry, isHardhat),
    toolOptions: [],
    defaultNetwork: fallback?.name,
    network: {
      flag: "--rpc-url",
      local: LOCAL_NODE,
      // Shows the URL only if it is just a variable reference, because any other URL may contain a secret.
      unnamed: (chainId, url) => (/^\$\{\w+\}$/.test(url) ? url : `<node of chain ${chainId}>`),
      forgotten: `--rpc-url was left out, and ${fallback?.source} sets a different node`,
      correct: () =>
        `correct the node's URL, or the chain ID set by --chain${configFile === undefined ? "" : ` or in ${shownFile}`}`,
      nameChain: () => "set the chain with --chain, so the node isn't queried",
    },
    configFile: shownFile,
    configKey: undefined,
    urlSources,
    hardhatConfig: "the Hardhat configuration",
    runtime: "host",
    connection: "undefined: the node comes from --rpc-url",
  };
}

/** The wording for a folder without a framework, and for all messages about command-line arguments. */
export const PLAIN_WORDS = createCliWords({ isFoundry: false, isHardhat: false });

function toRelativePath(file: string): string {
  const relative = path.relative(process.cwd(), file);
  return relative.startsWith("..") ? file : relative;
}

function describeTools(
  isFoundry: boolean,
  isHardhat: boolean,
): Pick<HostWords, "build" | "rebuild" | "node" | "getCompiler"> {
  const getCompiler = (version: string): string =>
    isFoundry
      ? `pass solc ${version} with --compiler, or run: forge build --use ${version}`
      : installCompiler(version);
  const [build, rebuild, node] = isFoundry
    ? (["forge build --build-info", "forge build --force --build-info", "anvil"] as const)
    : isHardhat
      ? (["npx hardhat compile", "npx hardhat compile --force", "npx hardhat node"] as const)
      : ([
          "compile the project, or pass its build with --build-info",
          "recompile the whole project, or pass the build that was deployed with --build-info",
          "anvil",
        ] as const);
  return { build, rebuild, node: nodeCommand(node), getCompiler };
}
