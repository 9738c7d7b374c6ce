import path from "node:path";
import { type HostWords, NODE_PORT, nodeCommand } from "../../errors/host-words.ts";
import { installCompiler } from "../../errors/next-step.ts";

/** A node on this computer, as anvil and Hardhat start it. */
export const LOCAL_NODE = `http://127.0.0.1:${NODE_PORT}`;
/** The name for a new one. */
const CONFIG_FILE = "verify-contract.config.json";

interface Situation {
  readonly isFoundry: boolean;
  readonly isHardhat: boolean;
  /** Absolute path of the one that is read. @default none is */
  readonly configFile?: string | undefined;
  /** The option or variable that names the URL of a service. @default none does */
  readonly urlSources?: HostWords["urlSources"];
  /** The node that is asked without `--rpc-url`, and what names it. */
  readonly ofSurroundings?: { readonly name: string; readonly source: string } | undefined;
}

export function cliWords({
  isFoundry,
  isHardhat,
  configFile,
  ofSurroundings,
  urlSources = {},
}: Situation): HostWords {
  const shownFile = configFile === undefined ? CONFIG_FILE : fromHere(configFile);
  return {
    program: "npx hardhat-verify-contract",
    separator: " ",
    ...tools(isFoundry, isHardhat),
    toolOptions: [],
    defaultNetwork: ofSurroundings?.name,
    network: {
      flag: "--rpc-url",
      local: LOCAL_NODE,
      // A variable by its name; what else is in a URL may be a secret.
      unnamed: (chainId, url) => (/^\$\{\w+\}$/.test(url) ? url : `<node of chain ${chainId}>`),
      forgotten: `--rpc-url was left out, and ${ofSurroundings?.source} names another node`,
      otherChain: "the URL is of another node, or the chain was mistyped",
      correct: () => "name a node of that chain with --rpc-url, or the node's chain with --chain",
      checkUrl: "check the URL of the node, then run the command again",
      nameChain: () => "name the chain with --chain: then the node is not asked",
    },
    configFile: shownFile,
    configKey: undefined,
    urlSources,
    hardhatConfig: "the Hardhat configuration",
    runtime: "host",
    connection: "undefined: the node is that of --rpc-url",
  };
}

/** In a folder of no framework; enough for texts about the words of a command. */
export const PLAIN_WORDS = cliWords({ isFoundry: false, isHardhat: false });

function fromHere(file: string): string {
  const relative = path.relative(process.cwd(), file);
  return relative.startsWith("..") ? file : relative;
}

function tools(
  isFoundry: boolean,
  isHardhat: boolean,
): Pick<HostWords, "build" | "rebuild" | "node" | "getCompiler"> {
  const getCompiler = (version: string): string =>
    isFoundry
      ? `name solc ${version} with --compiler, or: forge build --use ${version}`
      : installCompiler(version);
  const [build, rebuild, node] = isFoundry
    ? (["forge build --build-info", "forge build --force --build-info", "anvil"] as const)
    : isHardhat
      ? (["npx hardhat compile", "npx hardhat compile --force", "npx hardhat node"] as const)
      : ([
          "compile the project, or name its build with --build-info",
          "compile the whole project again, or name the build that was deployed with --build-info",
          "anvil",
        ] as const);
  return { build, rebuild, node: nodeCommand(node), getCompiler };
}
