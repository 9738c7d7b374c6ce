/** How a host's commands, files and calls look, so that a text can name them. What comes before arguments has no quotes. */
export interface HostWords {
  /**
   * The words before the arguments of a command of this package, with the host's own before them.
   *
   * @param subcommand Undefined for the command that verifies one contract.
   */
  readonly command: (subcommand: string | undefined) => string;
  /** Compiles the project. */
  readonly build: string;
  /** Compiles all of the project again. */
  readonly rebuild: string;
  /** Starts a development node. */
  readonly node: string;
  /** Flags of the host itself that `build`, `rebuild` and `node` take too. */
  readonly toolOptions: readonly string[];
  /** The network that is used where the command line names none. */
  readonly defaultNetwork: string | undefined;
  /** Name of the configuration file. */
  readonly configFile: string;
  /** The same in a sentence, with an article. */
  readonly configuration: string;
  /** The second argument of a program's calls. */
  readonly runtime: string;
  /** What `connection` of a program's request has to be. */
  readonly connection: string;
}

/** For a call from a program that names no host. */
export const NO_HOST: HostWords = {
  command: (subcommand) => ["verify-contract", ...(subcommand === undefined ? [] : [subcommand])].join(" "),
  build: "compile the project",
  rebuild: "compile the whole project again",
  node: "start the node",
  toolOptions: [],
  defaultNetwork: undefined,
  configFile: "the configuration",
  configuration: "the configuration",
  runtime: "host",
  connection: "a network connection with an EIP-1193 provider",
};
