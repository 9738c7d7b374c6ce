import type { ProjectPaths } from "../builds/project/project-paths.ts";
import type { RpcChain } from "../chain/rpc-chain.ts";
import type { Explorer } from "../domain/explorer.ts";
import type { HostWords } from "../errors/host-words.ts";
import type { CommandOption } from "../errors/next-step.ts";
import type { HostBreakers } from "../services/http/hosts.ts";
import type { HttpOptions } from "../services/http/http-client.ts";
import type { LocalCompiler } from "../solidity/compilers/find-compilers.ts";
import type { Secrets } from "../text/secrets.ts";
import type { ServiceUserConfig } from "./config/user-config.ts";

/** The commands' only access to the program they run in. Each folder in `hosts/` implements it for one runtime. */
export interface Host {
  readonly projectPaths: () => Promise<ProjectPaths>;
  /** Absolute path of the folder for data that later runs reuse. */
  readonly cacheFolder: string;
  /** Absolute folder path for data that must not come from a project, such as the list of hosts that receive keys. */
  readonly userCacheFolder: string;
  /** The unvalidated value of `verifyContract`. @throws VerifyContractError VC108 if it can't be read. */
  readonly userConfig: unknown;
  readonly readSecret: ReadSecret;
  /** The selected network. Its chain ID is undefined if none is configured. */
  readonly network: { readonly name: string; readonly chainId: number | undefined };
  /** Opens the selected network, or a program's `connection`, which only needs an EIP-1193 provider. */
  readonly openNetwork: (connection: unknown, options: NodeOptions) => Promise<OpenNetwork>;
  readonly networks: () => Promise<readonly ConfiguredNetwork[]>;
  /** Opens a node that isn't configured. @throws VerifyContractError VC113 for a URL that can't be read. */
  readonly openUrl: (node: UrlNode, options: NodeOptions) => Promise<OpenNetwork>;
  /** The chain's block explorer in the host's own configuration. @default none */
  readonly explorer?: ((chainId: number) => Explorer | undefined) | undefined;
  /** An explorer's API settings in the configuration of the host and related tools. @default none */
  readonly explorerAccess?:
    | ((explorer: string, chainId: number) => Promise<ExplorerAccess | undefined>)
    | undefined;
  readonly compilers: () => Promise<readonly LocalCompiler[]>;
  /** URL of the selected network's node. @throws VerifyContractError VC903 if the network has no URL. */
  readonly nodeUrl: () => Promise<string>;
  /** The host's global options to repeat in suggested commands, with the network first. */
  readonly globals: readonly CommandOption[];
  readonly words: HostWords;
  /** Notes about how the host was started, printed before a run. */
  readonly notes: () => readonly string[];
  /** True for errors that the host reports to the user in its own way. */
  readonly explains: (error: unknown) => boolean;
  /** True if this process was started for the command, so the command may end it. */
  readonly ownsProcess: () => boolean;
}

/** The parts of a host that determine how its commands are written. */
export type CommandWords = Pick<Host, "globals" | "words">;

export interface ExplorerAccess {
  readonly apiUrl?: string | undefined;
  readonly siteUrl?: string | undefined;
  /** May prompt for a keystore's password. @returns undefined if there is no key */
  readonly readKey?: (() => Promise<string | undefined>) | undefined;
}

export interface ConfiguredNetwork {
  readonly name: string;
  /** The argument that selects the network in a command. @default the network's name */
  readonly argument?: string;
  /** Undefined if not configured; the chain ID is then read from the node. */
  readonly chainId: number | undefined;
  /** The key in a manifest that selects the node. @default the host's configuration */
  readonly source?: string;
  /** True for an in-process chain, and for networks that the host itself adds for development. */
  readonly isForDevelopment: boolean;
  /** @throws VerifyContractError VC106 for an unusable URL, VC113 for a variable without a value. */
  readonly open: (options: NodeOptions) => Promise<OpenNetwork>;
}

/** A node from a manifest. */
interface UrlNode {
  readonly name: string;
  /** May contain `${VARIABLE}` placeholders. */
  readonly url: string;
  readonly chainId: number;
  readonly key: string;
}

export interface OpenNetwork {
  readonly chain: RpcChain;
  /** Undefined if none is configured. */
  readonly configuredChainId: number | undefined;
  /** URL of the node. Undefined for an in-process chain. */
  readonly nodeUrl: () => Promise<string | undefined>;
}

export interface NodeOptions extends Pick<HttpOptions, "onRetry" | "onSlowDown"> {
  /** Circuit breakers shared by the whole run. @default none */
  readonly breakers?: HostBreakers;
  /** The registry for secrets in the node's URL and headers. @default they aren't registered */
  readonly secrets?: Secrets;
}

/** Reads a header value, which may be a configuration variable. */
export type ReadSecret = (
  value: NonNullable<NonNullable<ServiceUserConfig["headers"]>[string]>,
) => Promise<string>;
