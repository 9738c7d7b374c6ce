import type { ProjectPaths } from "../builds/project/project-paths.ts";
import type { RpcChain } from "../chain/rpc-chain.ts";
import type { Explorer } from "../domain/explorer.ts";
import type { HostWords } from "../errors/host-words.ts";
import type { CommandOption } from "../errors/next-step.ts";
import type { HostBreakers } from "../services/http/host-breaker.ts";
import type { HttpOptions } from "../services/http/http-client.ts";
import type { LocalCompiler } from "../solidity/compilers/find-compilers.ts";
import type { Secrets } from "../text/secrets.ts";
import type { ChainUserConfig } from "./config/user-config.ts";

/**
 * The commands' view of the program that they run in. A folder of `hosts/` makes one from its runtime; a command
 * knows nothing else of it.
 */
export interface Host {
  readonly projectPaths: () => Promise<ProjectPaths>;
  /** Absolute path of the folder where a run keeps what later runs read. */
  readonly cacheFolder: string;
  /** Absolute path of the folder for what no project may bring along, such as the hosts that keys are sent to. */
  readonly userCacheFolder: string;
  /** `verifyContract` as the user wrote it, not validated yet. @throws VerifyContractError VC108 where it can't be read. */
  readonly userConfig: unknown;
  readonly readSecret: ReadSecret;
  readonly network: ChosenNetwork;
  /**
   * Opens the chain of the chosen network, or of a connection that a program gave: `connection` of its request, of
   * which nothing but an EIP-1193 provider has been validated.
   */
  readonly openNetwork: (connection: unknown, options: NodeOptions) => Promise<OpenNetwork>;
  readonly networks: () => Promise<readonly ConfiguredNetwork[]>;
  /** Opens a node that no configuration names. @throws VerifyContractError VC113 for a URL that can't be read. */
  readonly openUrl: (node: UrlNode, options: NodeOptions) => Promise<OpenNetwork>;
  /** The chain's block explorer, from the host's own configuration. @default none */
  readonly explorer?: ((chainId: number) => Explorer | undefined) | undefined;
  /**
   * Settings for an explorer's API from the host's own configuration and the tools beside it.
   *
   * @default nothing
   */
  readonly explorerAccess?:
    | ((explorer: string, chainId: number) => Promise<ExplorerAccess | undefined>)
    | undefined;
  readonly compilers: () => Promise<readonly LocalCompiler[]>;
  /** URL of the node of the chosen network. @throws VerifyContractError VC903 for a network without one. */
  readonly nodeUrl: () => Promise<string>;
  /** The host's own options that a command has to repeat, the network first. */
  readonly globals: readonly CommandOption[];
  readonly words: HostWords;
  /** Sentences about how the host was started, for the first lines of a run. */
  readonly notes: () => readonly string[];
  /** True if an error is the host's own, which it explains to the user by itself. */
  readonly explains: (error: unknown) => boolean;
  /** True if this process was started for the command, so that the command may end it. */
  readonly ownsProcess: () => boolean;
}

/** How an explorer's API is reached, as far as it is configured. */
export interface ExplorerAccess {
  readonly apiUrl?: string | undefined;
  /** URL of its pages. */
  readonly siteUrl?: string | undefined;
  /** It may ask for a keystore's password. @returns undefined for no key */
  readonly readKey?: (() => Promise<string | undefined>) | undefined;
}

interface ChosenNetwork {
  readonly name: string;
  /** Undefined where none is configured. */
  readonly chainId: number | undefined;
}

/** A network of the configuration, whether the user chose it or not. */
export interface ConfiguredNetwork {
  readonly name: string;
  /** Argument that selects it in a command, if not its name. @default its name */
  readonly argument?: string;
  /** Undefined where none is configured: then its node is asked. */
  readonly chainId: number | undefined;
  /** A chain in this process, or one that the host itself configures for development. */
  readonly isForDevelopment: boolean;
  /** @throws VerifyContractError VC106, VC113 where its configuration has no usable URL, or a variable without a value. */
  readonly open: (options: NodeOptions) => Promise<OpenNetwork>;
}

/** A node that a manifest names. */
interface UrlNode {
  readonly name: string;
  /** `${VARIABLE}` is still in it. */
  readonly url: string;
  readonly chainId: number;
  readonly key: string;
}

export interface OpenNetwork {
  readonly chain: RpcChain;
  /** Undefined where none is configured. */
  readonly configuredChainId: number | undefined;
  /** URL of the node; undefined for a chain in this process. */
  readonly nodeUrl: () => Promise<string | undefined>;
}

type NodeListener = Pick<HttpOptions, "onRetry" | "onSlowDown">;

export interface NodeOptions extends NodeListener {
  /** Requests per second, over everything that the run asks. @default none */
  readonly breakers?: HostBreakers;
  /** Learns what is secret in the node's URL and headers. @default nothing does */
  readonly secrets?: Secrets;
}

/** Reads a header's value, which may be a configuration variable. */
export type ReadSecret = (value: NonNullable<NonNullable<Headers>[string]>) => Promise<string>;

type Headers = Extract<ChainUserConfig["query"], object>["headers"];
