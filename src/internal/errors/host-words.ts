export const SERVICE_KEYS = ["verification", "query", "status"] as const;

export type ServiceKey = (typeof SERVICE_KEYS)[number];

/** A command that gets arguments appended must not contain quotes. */
export interface HostWords {
  /** The complete command that verifies one contract, including the name of the program. */
  readonly program: string;
  /** Separates `program` from a subcommand. */
  readonly separator: " " | ":";
  readonly build: string;
  readonly rebuild: string;
  /** @param port The node's port, if it isn't {@link NODE_PORT}. */
  readonly node: (port?: string) => string;
  readonly getCompiler: (version: string) => string;
  /** The host's flags that `build`, `rebuild` and `node` also accept. */
  readonly toolOptions: readonly string[];
  /** The network used if the command line doesn't specify one. */
  readonly defaultNetwork: string | undefined;
  readonly network: NetworkWords;
  readonly configFile: string;
  /** The option or environment variable that overrides each service's URL in the configuration file. @default none */
  readonly urlSources?: Readonly<Partial<Record<ServiceKey, string>>>;
  /** The key of this package's settings in the configuration file. Undefined if the file contains no other settings. */
  readonly configKey: string | undefined;
  /** Describes where Hardhat's compilers are configured, for contracts that Hardhat compiled. */
  readonly hardhatConfig: string;
  /** The name of the second argument of the API's functions. */
  readonly runtime: string;
  readonly connection: string;
}

/** The default port of anvil and Hardhat nodes. */
export const NODE_PORT = "8545";

export function nodeCommand(command: string): HostWords["node"] {
  return (port = NODE_PORT) => (port === NODE_PORT ? command : `${command} --port ${port}`);
}

interface NetworkWords {
  readonly flag: string;
  /** The option's value for a local node. */
  readonly local: string;
  /** The option's value for an unconfigured node, or a placeholder. @param url May contain `${VARIABLE}`. */
  readonly unnamed: (chainId: number, url: string) => string;
  /** Explains why the contract may be missing from the chain if the command line specifies no network. */
  readonly forgotten: string;
  readonly correct: (name: string) => string;
  /** Advice for running without asking the node for its chain ID. */
  readonly nameChain: (name: string) => string;
}

/** The words for programs that use the API without a host. */
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
    forgotten: "no network was specified",
    correct: (name) => `correct the network ${name} in the configuration`,
    nameChain: (name) => `set the chain ID of the network ${name} in the configuration`,
  },
  configFile: "the configuration",
  configKey: undefined,
  hardhatConfig: "the configuration",
  runtime: "host",
  connection: "a network connection with an EIP-1193 provider",
};
