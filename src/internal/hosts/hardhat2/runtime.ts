import type { Provider } from "../../commands/node-client.ts";

/**
 * The parts of Hardhat 2's types that this package uses. Hardhat 2 and 3 share a package name, so only one of them can
 * be installed for the TypeScript compiler.
 */

interface ArgumentType {
  readonly name: string;
  readonly parse: (name: string, text: string) => unknown;
  readonly validate: (name: string, value: unknown) => void;
}

export type Values = Readonly<Record<string, unknown>>;

type AddParameter = (
  name: string,
  description: string,
  byDefault: unknown,
  type: ArgumentType,
) => TaskBuilder;

export interface TaskBuilder {
  addFlag(name: string, description: string): TaskBuilder;
  readonly addOptionalParam: AddParameter;
  readonly addOptionalPositionalParam: AddParameter;
  readonly addOptionalVariadicPositionalParam: AddParameter;
  setAction(action: (args: Values, hre: Runtime) => Promise<unknown>): TaskBuilder;
}

export interface ConfigModule {
  task(name: string, description: string): TaskBuilder;
  readonly types: { readonly int: ArgumentType; readonly string: ArgumentType };
}

/** A configured network. Networks with a `url` are reached over HTTP. */
export interface NetworkConfig {
  readonly chainId?: number | undefined;
  readonly url?: string | undefined;
  readonly httpHeaders?: Readonly<Record<string, string>> | undefined;
  /** Timeout in milliseconds. */
  readonly timeout?: number | undefined;
}

export interface Network {
  readonly name: string;
  readonly config: NetworkConfig;
  readonly provider: Provider;
}

export interface TaskDefinition {
  readonly action: (args: Values, hre: Runtime, runSuper: RunSuper) => Promise<unknown>;
  readonly parentTaskDefinition?: TaskDefinition;
}

export type RunSuper = ((args?: Values) => Promise<unknown>) & { isDefined: boolean };

export interface Runtime {
  readonly config: {
    readonly defaultNetwork: string;
    readonly paths: {
      readonly root: string;
      readonly configFile: string;
      readonly cache: string;
      readonly artifacts: string;
      readonly sources: string;
    };
    /** Includes the in-process chain, which has no `url`. */
    readonly networks: Readonly<Record<string, NetworkConfig>>;
    readonly solidity: {
      readonly compilers: readonly { readonly version: string }[];
      readonly overrides: Readonly<Record<string, { readonly version: string }>>;
    };
    /** hardhat-verify's resolved settings. */
    readonly etherscan?: unknown;
    readonly blockscout?: unknown;
    readonly verifyContract?: unknown;
  };
  readonly userConfig: object;
  readonly hardhatArguments: {
    readonly network?: string | undefined;
    readonly config?: string | undefined;
    readonly verbose?: boolean | undefined;
  };
  readonly network: Network;
  readonly tasks: Readonly<Record<string, TaskDefinition>>;
}
