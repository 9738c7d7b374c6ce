/** The keys of the configuration under which services are. */
export type ServiceKey = "verification" | "query" | "status";

/** How a host's commands, files and calls look, so that a text can name them. What comes before arguments has no quotes. */
export interface HostWords {
  /** The words of the command that verifies one contract, with the host's own before them. */
  readonly program: string;
  /** Between these and a sub-command. */
  readonly separator: " " | ":";
  readonly build: string;
  /** Compiles all of the project again. */
  readonly rebuild: string;
  /** @param port For a node that listens elsewhere than at {@link NODE_PORT}. */
  readonly node: (port?: string) => string;
  /** How to get a Solidity compiler onto this computer, where it is found. */
  readonly getCompiler: (version: string) => string;
  /** Flags of the host itself that `build`, `rebuild` and `node` take too. */
  readonly toolOptions: readonly string[];
  /** The network that is used where the command line names none. */
  readonly defaultNetwork: string | undefined;
  readonly network: NetworkWords;
  readonly configFile: string;
  /** The option or variable that names the URL of a service in place of that file. @default none does */
  readonly urlSources?: Readonly<Partial<Record<ServiceKey, string>>>;
  /** The key of that file that has our configuration; undefined where the file has nothing else. */
  readonly configKey: string | undefined;
  /** A sentence about where Hardhat's compilers are configured: for contracts that Hardhat compiled. */
  readonly hardhatConfig: string;
  /** The second argument of a program's calls. */
  readonly runtime: string;
  /** Describes `connection` of a program's request. */
  readonly connection: string;
}

/** The port at which anvil and Hardhat start a node unless they are told otherwise. */
export const NODE_PORT = "8545";

/** The command of a node at a port. */
export function nodeCommand(command: string): HostWords["node"] {
  return (port = NODE_PORT) => (port === NODE_PORT ? command : `${command} --port ${port}`);
}

/** How the network of a command is chosen and configured. */
interface NetworkWords {
  readonly flag: string;
  /** Value of that option for a node on this computer. */
  readonly local: string;
  /**
   * Value of that option for a node that no configuration names: one to paste where there is one, else a placeholder.
   *
   * @param url Of the node; `${VARIABLE}` is still in it.
   */
  readonly unnamed: (chainId: number, url: string) => string;
  /** Explains a chain without the contract when the command line names no network. */
  readonly forgotten: string;
  /** Why the node may be of another chain than configured. */
  readonly otherChain: string;
  readonly correct: (name: string) => string;
  /** Advice for a node that does not answer. */
  readonly checkUrl: string;
  /** Advice for running without asking the node for its chain ID. */
  readonly nameChain: (name: string) => string;
}

/** For a call from a program that names no host. */
export const NO_HOST: HostWords = {
  program: "verify-contract",
  separator: " ",
  build: "compile the project",
  rebuild: "compile the whole project again",
  node: () => "start the node",
  getCompiler: (version) => `install solc ${version}`,
  toolOptions: [],
  defaultNetwork: undefined,
  network: {
    flag: "--network",
    local: "localhost",
    unnamed: (chainId) => `<network of chain ${chainId}>`,
    forgotten: "the network was not named",
    otherChain: "the url or the chain id of the network is another network's",
    correct: (name) => `correct the network ${name} in the configuration`,
    checkUrl: "check the url of the network in the configuration, then try again",
    nameChain: (name) => `set the chain id of the network ${name} in the configuration`,
  },
  configFile: "the configuration",
  configKey: undefined,
  hardhatConfig: "the configuration",
  runtime: "host",
  connection: "a network connection with an EIP-1193 provider",
};
