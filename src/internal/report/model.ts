// Generated from schemas/verify-contract-1.schema.json by `npm run generate`. Do not edit.

/**
 * The result for one contract. `dry-run`: nothing was sent, because of `--dry-run`. `minimal-proxy`: standard code without sources; the implementation is in the report too, or in that of another shard. `known-code`: well-known code without sources, such as a CREATE3 proxy; nothing was submitted. `not-tried`: the run ended before it reached the contract. `not-proven`: a needed claim is open, and running again can't close it. `as-locked`: with `check --locked`, the contract is as its entry in the lock file. `drifted`: it is not. `of-others`: a proxy leads to it, no build here made it and no deployment record names it; its stored match is shown, and it is not judged.
 */
export type Outcome =
  | "verified"
  | "already-verified"
  | "mismatch"
  | "check-failed"
  | "not-deployed"
  | "no-build"
  | "rejected"
  | "unavailable"
  | "timed-out"
  | "dry-run"
  | "minimal-proxy"
  | "known-code"
  | "not-tried"
  | "not-proven"
  | "as-locked"
  | "drifted"
  | "of-others";
/**
 * `exact_match` also covers the metadata hash, and with it every source and setting.
 */
export type Match = "match" | "exact_match";
/**
 * The expected result of a side: a match, `none`, or `unknown` if the evidence does not decide.
 */
export type ForetoldMatch = "match" | "exact_match" | "none" | "unknown";
export type Witness = "chain" | "query service" | "record" | "build" | "deployment" | "compiler" | "request";
/**
 * What the claims come to. `verified`: the four needed claims (runtime-code, sources, libraries, record) are proven. `match`: the same, with one or more of them only vouched for. `cannot-tell`: a needed claim is open, and waiting may close it. `not-proven`: a needed claim is open, and waiting can't close it. `refuted`: a claim is refuted. Omitted without claims.
 */
export type Verdict = "verified" | "match" | "cannot-tell" | "not-proven" | "refuted";

/**
 * The result of one run of verify-contract, and the source of every other report format.
 */
export interface Report {
  /**
   * The version of this format. Fields may be added under the same version; none is removed or changes its meaning.
   */
  readonly schema: "verify-contract/1";
  /**
   * The program that made the report.
   */
  readonly tool: {
    readonly name: string;
    readonly version: string;
  };
  /**
   * The command of the run; `check` submits nothing. Omitted by versions that did not state it.
   */
  readonly command?: "verify" | "check" | "deployments" | "lock";
  /**
   * Only in what `replay` computed: when the evidence was recorded, and by which program. The times and services of the report are those of that run, and nothing was asked since.
   */
  readonly replayOf?: {
    /**
     * ISO 8601, UTC.
     */
    readonly recordedAt: string;
    readonly tool: {
      readonly name: string;
      readonly version: string;
    };
  };
  /**
   * The git commit of the project, and whether tracked files differ from it. Omitted where git does not say, and by earlier versions.
   */
  readonly source?: {
    /**
     * The full hash.
     */
    readonly commit: string;
    readonly dirty: boolean;
  };
  /**
   * ISO 8601, UTC.
   */
  readonly startedAt: string;
  /**
   * ISO 8601, UTC.
   */
  readonly finishedAt: string;
  /**
   * The network and its chain; null if the run ended before the chain answered, or was over several chains: see `networks`.
   */
  readonly network: {
    readonly name: string;
    readonly chainId: number;
  } | null;
  /**
   * The networks of a run that chose them by the chains of the deployment records, such as with `--all-networks`: those that were asked, then those that were left out. Omitted for a run on one chosen network.
   */
  readonly networks?: readonly {
    /**
     * Null if no configured network is of the chain.
     */
    readonly name: string | null;
    /**
     * Null if neither the configuration nor the node states it.
     */
    readonly chainId: number | null;
    /**
     * The base URLs of its services; omitted if the network was left out.
     */
    readonly services?: {
      readonly verification: string | null;
      readonly query: string | null;
      readonly status: string | null;
    };
    /**
     * Why the network was left out; omitted if it was asked.
     */
    readonly skipped?: string;
    readonly error?: Problem;
  }[];
  /**
   * The base URL of each used service, without credentials; null if none is configured, or if it differs between the chains of the run.
   */
  readonly services: {
    readonly verification: string | null;
    readonly query: string | null;
    readonly status: string | null;
  };
  /**
   * The part of the deployments in this run, from `--shard`; null for all of them.
   */
  readonly shard: {
    readonly index: number;
    readonly count: number;
    /**
     * A fingerprint that all shards of the same contracts share, so that no contract is missing from all of them. Null if the deployments were not read.
     */
    readonly plan: string | null;
    /**
     * The options of the run that its results depend on, as flags with their values: equal in all shards of one run. Omitted by earlier versions.
     */
    readonly options?: readonly string[];
  } | null;
  readonly contracts: readonly ContractReport[];
  /**
   * The entries of deployment records that this run skipped, such as a contract that others deployed.
   */
  readonly passedOver: readonly {
    /**
     * Its name in the deployment record.
     */
    readonly name: string;
    /**
     * The deployment record, relative to the project, with forward slashes.
     */
    readonly file: string;
    readonly reason: string;
  }[];
  /**
   * How many contracts there are of each outcome.
   */
  readonly summary: {
    readonly total: number;
    readonly outcomes: {
      readonly [k: string]: number;
    };
  };
  /**
   * 0: every contract is good enough and every check passed. 1: something is wrong with a contract. 2: wrong use or configuration, of this run or of a merged one. 3: can't tell, run it again; also if the report of a shard is missing.
   */
  readonly exitCode: 0 | 1 | 2 | 3;
  readonly error?: Problem;
  /**
   * How somebody else can compute the result anew: the file that this run wrote, or the command that writes one. Only where the exit code is 1 or 3, and the command keeps evidence.
   */
  readonly evidence?: {
    /**
     * As the user wrote it.
     */
    readonly file?: string;
    /**
     * The command of the run, with `--evidence`.
     */
    readonly command?: string;
  };
}
/**
 * Something that went wrong: what happened, the facts, the likely cause, the next command.
 */
export interface Problem {
  /**
   * A stable code; docs/errors.md explains each.
   */
  readonly code: string;
  readonly message: string;
  readonly facts: readonly {
    readonly label: string;
    readonly value: string;
  }[];
  /**
   * The likely cause.
   */
  readonly likely?: string;
  /**
   * A command to try, or a setting to change.
   */
  readonly next?: string;
  /**
   * URL of what docs/errors.md says about the code.
   */
  readonly docs?: string;
}
/**
 * The facts of one contract, as far as the run came.
 */
export interface ContractReport {
  /**
   * The user's text, and the contract on chain.
   */
  readonly target: {
    /**
     * The given text.
     */
    readonly input: string;
    /**
     * Checksummed.
     */
    readonly address: string | null;
    /**
     * `shard.realm.number`, if a query service knows it.
     */
    readonly contractId: string | null;
    readonly creationTransactionHash: string | null;
    /**
     * The contract that created this one, checksummed, where one did. Many services then match only the runtime code.
     */
    readonly factory?: string;
    /**
     * The executed init code; missing where it is unknown what was executed.
     */
    readonly initCode?: {
      /**
       * The creating transaction's input; a CREATE2 address, which determines it; the node's call trace; the query service alone.
       */
      readonly shownBy: "transaction" | "create2" | "trace" | "query-service";
      /**
       * Whether the creating transaction's input is the init code. If not, many services match only the runtime code.
       */
      readonly isInput: boolean;
    };
    /**
     * The code, the proxy's slots and the libraries are the state after this block; null if nothing was read, or if the node has only the latest state.
     */
    readonly blockNumber: number | null;
  };
  /**
   * The network and the chain of the contract. Omitted if unknown, and by versions that did not state it.
   */
  readonly network?: {
    readonly name: string;
    readonly chainId: number;
  };
  /**
   * The deployment records that name the contract; empty without one.
   */
  readonly deployments: readonly DeploymentOrigin[];
  readonly outcome: Outcome;
  /**
   * The build's contract that fits the code on chain; null without one.
   */
  readonly contract: BuildContract | null;
  /**
   * The stored match, as last read from the verification service; null when there is none.
   */
  readonly match: StoredMatch | null;
  /**
   * The stored match before this run; null if there was none, or if it was not read.
   */
  readonly previousMatch: StoredMatch | null;
  /**
   * A record of the same contract under its long-zero address (Hedera), where there was none under `target.address` before the run. Explorers do not look it up.
   */
  readonly otherForm?: {
    /**
     * Checksummed.
     */
    readonly address: string;
    readonly match: StoredMatch;
  };
  /**
   * Why the stored match is unknown, in a run with `--dry-run` and of a contract of others: the verification service did not answer, or none is configured.
   */
  readonly storedUnknown?: string;
  /**
   * The match that was predicted for the build before the submission; null without a build.
   */
  readonly expectedMatch: ExpectedMatch | null;
  /**
   * The id of the last job, a UUID.
   */
  readonly verificationId: string | null;
  /**
   * The submissions, in order. After `--dry-run`, the planned one, and its fallback if it does not match.
   */
  readonly submitted: readonly SubmissionReport[];
  /**
   * From the creation code; null if it is unknown or has none.
   */
  readonly constructorArguments: ConstructorArguments | null;
  /**
   * Address of each library that the code on chain is linked with, by fully qualified name.
   */
  readonly libraries: {
    readonly [k: string]: string;
  };
  /**
   * Value of each immutable in the code on chain, 0x-hex, by the compiler's id, or by its position (`@214`) if no build file has the id.
   */
  readonly immutables: {
    readonly [k: string]: string;
  };
  /**
   * The same with names and types, in the order of their declaration. Omitted without immutables, and where the names are unknown.
   */
  readonly decodedImmutables?: readonly DecodedImmutable[];
  /**
   * The contract's implementation; null if it is no proxy.
   */
  readonly proxy: ContractProxy | null;
  /**
   * Why it is unknown whether the contract is a proxy, or what it forwards calls to; omitted otherwise.
   */
  readonly proxyUnknown?: string;
  readonly relation?: Relation;
  readonly knownCode?: KnownCode;
  /**
   * The names given to code without sources, which has none of its own, or to a proxy that has another one: what it runs must have them. Omitted without one, and by versions that did not compare them.
   */
  readonly named?: readonly GivenName[];
  readonly code?: ContractCode;
  /**
   * What the verdict says, each part by itself. Omitted where the run ended before the cross-check, and by versions that made none.
   */
  readonly claims?: readonly Claim[];
  readonly verdict?: Verdict;
  readonly checks: readonly Check[];
  /**
   * The witnesses that passed or failed a check, and who runs each. The agreement of witnesses with one operator is a consistency check. Omitted if no check passed or failed, and in reports of earlier versions.
   */
  readonly witnesses?: readonly OperatedWitness[];
  /**
   * How the code on chain differs from the chosen build; empty if it does not.
   */
  readonly differences: readonly Difference[];
  /**
   * Where sources on record are not those of the build. Omitted if they are the same, or were not compared.
   */
  readonly sourceDifferences?: readonly SourceDifference[];
  /**
   * Why the code on chain differs from the chosen build, the most useful reason first.
   */
  readonly explanations: readonly Explanation[];
  /**
   * Without a build: the nearest contracts, best first.
   */
  readonly candidates: readonly Candidate[];
  readonly links: readonly {
    readonly label: string;
    readonly url: string;
  }[];
  /**
   * What other services answered to the verification service, which forwarded the verification to them; as the verification service says. It is part of no claim and of no exit code. Omitted if nothing was forwarded, or nothing was known of it within ten seconds.
   */
  readonly forwarded?: readonly Forwarded[];
  /**
   * @deprecated
   * No longer written: the other chains on which the verification service had a record for the address.
   */
  readonly otherChains?: readonly {
    readonly [k: string]: unknown;
  }[];
  /**
   * Milliseconds, in total and for each stage that ran.
   */
  readonly timings: {
    readonly totalMs: number;
    readonly [k: string]: number;
  };
  readonly fingerprint?: Fingerprint;
  readonly lock?: LockComparison;
  readonly error?: Problem;
}
/**
 * A deployment record of a contract.
 */
export interface DeploymentOrigin {
  readonly tool: "ignition" | "hardhat-deploy" | "foundry" | "openzeppelin" | "manifest";
  /**
   * Its name in the deployment record: a future of Ignition, a deployment of hardhat-deploy, a contract of Foundry. A manifest of OpenZeppelin Upgrades has no names: `transparent proxy`, `UUPS proxy`, `beacon proxy`, `implementation`, `ProxyAdmin`.
   */
  readonly name: string;
  /**
   * The deployment record, relative to the project, with forward slashes.
   */
  readonly file: string;
}
/**
 * A contract of a build file.
 */
export interface BuildContract {
  readonly name: string;
  /**
   * The path as the user knows it.
   */
  readonly sourceName: string;
  /**
   * The line of the contract's declaration in the compiled source, from 1; null if it was not found.
   */
  readonly line: number | null;
  /**
   * `sourceName:name`.
   */
  readonly fullyQualifiedName: string;
  /**
   * `path:name` with the path in the compiler's input; the submission's contractIdentifier.
   */
  readonly identifier: string;
  /**
   * The long version, with the commit.
   */
  readonly compilerVersion: string;
  readonly language: string;
  readonly buildId: string;
  /**
   * Relative to the project, with forward slashes.
   */
  readonly buildFile: string;
}
export interface StoredMatch {
  readonly match: Match | null;
  readonly creationMatch: Match | null;
  /**
   * True if the service never compares the creation code, so that `creationMatch` is null. Omitted otherwise.
   */
  readonly creationNotGiven?: boolean;
  readonly runtimeMatch: Match | null;
  readonly verifiedAt: string | null;
  readonly matchId: string | null;
}
export interface ExpectedMatch {
  readonly creation: ForetoldMatch;
  readonly runtime: ForetoldMatch;
  /**
   * Why a side is expected to get less than an exact match.
   */
  readonly reasons: readonly string[];
}
export interface SubmissionReport {
  /**
   * False after `--dry-run`.
   */
  readonly sent: boolean;
  readonly verificationId: string | null;
  /**
   * `minimal`: only what the contract imports.
   */
  readonly sources: "minimal" | "full";
  /**
   * Why these sources.
   */
  readonly reason: string;
  readonly contractIdentifier: string;
  readonly compilerVersion: string;
  readonly creationTransactionHash: string | null;
  /**
   * Length of the request body.
   */
  readonly bytes: number;
  readonly files: readonly {
    readonly path: string;
    readonly bytes: number;
  }[];
  /**
   * The compiler settings, without `outputSelection`.
   */
  readonly settings?: {
    readonly [k: string]: unknown;
  };
}
export interface ConstructorArguments {
  /**
   * 0x-hex, as they follow the creation code.
   */
  readonly encoded: string;
  /**
   * Decoded with the ABI; null if the ABI does not fit.
   */
  readonly decoded: readonly DecodedValue[] | null;
}
/**
 * A value with its name and type.
 */
export interface DecodedValue {
  /**
   * Empty if it has none.
   */
  readonly name: string;
  /**
   * The ABI's: `address`, `uint8`, `tuple`, `tuple[]`.
   */
  readonly type: string;
  /**
   * Checksummed addresses, decimal numbers, `true`, 0x-hex; lists and structs in square brackets.
   */
  readonly value: string;
  /**
   * The ABI's internalType, if it differs from the type: `contract IERC20`, `enum Vault.Kind`, `struct Config`, or the name of a user-defined value type.
   */
  readonly declaredType?: string;
  /**
   * Of an enum: the name of the value.
   */
  readonly member?: string;
  /**
   * Of a struct: its fields. Of a list of structs: its elements.
   */
  readonly fields?: readonly DecodedValue[];
}
/**
 * The value of an immutable, with its name and type.
 */
export interface DecodedImmutable {
  /**
   * Its key in `immutables`.
   */
  readonly id: string;
  readonly name: string;
  /**
   * The contract that declares it: the contract itself, or a base.
   */
  readonly contract: string;
  /**
   * The ABI's: `address`, `uint8`.
   */
  readonly type: string;
  /**
   * A checksummed address, a decimal number, `true`, `false` or 0x-hex.
   */
  readonly value: string;
  /**
   * As an ABI's internalType has it, if it differs from the type: `contract IERC20`, `enum Vault.Kind`, or the name of a user-defined value type.
   */
  readonly declaredType?: string;
  /**
   * Of an enum: the name of the value.
   */
  readonly member?: string;
}
export interface ContractProxy {
  /**
   * The standard or form that it follows, by its code, its storage or its functions. `EIP-2535`: a diamond. `other`: a call showed that it forwards calls, and no standard names the implementation.
   */
  readonly kind:
    | "EIP-1167"
    | "EIP-3448"
    | "CWIA"
    | "Vyper forwarder"
    | "Sequence"
    | "EIP-7702"
    | "EIP-1967"
    | "EIP-1967 beacon"
    | "EIP-1822"
    | "ZeppelinOS"
    | "Safe"
    | "Unitroller"
    | "EIP-897"
    | "EIP-2535"
    | "other";
  /**
   * Address of the one implementation, checksummed; null where candidates conflict or have no code, and for a diamond.
   */
  readonly implementation: string | null;
  /**
   * Address of the contract that names the implementation.
   */
  readonly beacon: string | null;
  /**
   * What may upgrade the proxy, by the admin slot of EIP-1967. Omitted without one, and where it was not read.
   */
  readonly admin?: {
    /**
     * Checksummed.
     */
    readonly address: string;
    /**
     * False for an account.
     */
    readonly hasCode: boolean;
  };
  /**
   * How the implementation is known. `code`: by the proxy's whole code. `probe`: an `eth_call` ran what replaced the implementation's code. `trace`: `debug_traceCall` showed it. `stated`: a slot, a beacon or a function names it, and no call could show it. `conflicting`: several are named or run. `no-code`: there is no code at its address.
   */
  readonly proof?: "code" | "probe" | "trace" | "stated" | "conflicting" | "no-code";
  /**
   * All that names or runs an implementation, the one that runs first.
   */
  readonly candidates?: readonly ProxyCandidate[];
  /**
   * The contracts that a diamond forwards its functions to.
   */
  readonly facets?: {
    /**
     * The diamond's function that lists them, or its events.
     */
    readonly from: "facets()" | "facetAddresses()" | "DiamondCut";
    readonly list: readonly DiamondFacet[];
    /**
     * What its events `DiamondCut` come to, if that are other facets than it lists.
     */
    readonly byEvents?: readonly DiamondFacet[];
    /**
     * How many of all these have a stored match, as far as the report has them; each address counts once. Omitted if the report has none of them.
     */
    readonly verified?: number;
    /**
     * How many there are, each address once; with `verified`.
     */
    readonly total?: number;
  };
}
/**
 * An address that something names as a proxy's implementation.
 */
export interface ProxyCandidate {
  /**
   * Checksummed.
   */
  readonly implementation: string;
  /**
   * What names it: the proxy's code, a storage slot, a beacon, a function of the proxy, or a call that ran its code.
   */
  readonly from: "code" | "slot" | "beacon" | "getter" | "call";
  /**
   * The same for people: `slot of EIP-1967`.
   */
  readonly where: string;
  /**
   * Address of the beacon that named it.
   */
  readonly beacon: string | null;
  /**
   * Whether there is code at the address; null if the node did not say.
   */
  readonly hasCode: boolean | null;
  /**
   * Whether its code ran in a call to the proxy from a random sender; null if no call could show it.
   */
  readonly runs: boolean | null;
}
/**
 * A contract that a diamond forwards functions to.
 */
export interface DiamondFacet {
  /**
   * Checksummed.
   */
  readonly address: string;
  /**
   * Of its functions, 4 bytes each; empty if unknown.
   */
  readonly selectors: readonly string[];
}
/**
 * Which proxies of the report lead to the contract. Omitted for a contract that none leads to, and by versions that did not state it.
 */
export interface Relation {
  /**
   * `recorded`: a deployment record or the user names it. `ours`: a build of this project made it, and nothing names it. `others`: neither.
   */
  readonly whose: "recorded" | "ours" | "others";
  /**
   * Of a contract of others, `path:name` in its stored record.
   */
  readonly storedAs?: string;
  readonly roles: readonly ProxyRole[];
}
/**
 * What a contract is for a proxy.
 */
export interface ProxyRole {
  readonly role: "implementation" | "beacon" | "admin" | "facet";
  /**
   * The proxy's address, checksummed.
   */
  readonly proxy: string;
}
/**
 * The well-known code, with the outcome `known-code`; omitted otherwise.
 */
export interface KnownCode {
  /**
   * With its article: `a CREATE3 proxy`.
   */
  readonly name: string;
  /**
   * What there is in place of a contract; omitted where it is a contract without sources.
   */
  readonly entity?: "token" | "schedule" | "system-contract" | "account" | "delegated-account";
  /**
   * The checksummed address of its implementation, if its code has one.
   */
  readonly implementation: string | null;
}
/**
 * A name that somebody gives the contract at an address.
 */
export interface GivenName {
  /**
   * `Name` or `path:Name`.
   */
  readonly name: string;
  /**
   * `user`: an option or a manifest. `record`: a deployment record of this creation. `guess`: Foundry, by similarity, or a record of another creation; it refutes nothing.
   */
  readonly by: "user" | "record" | "guess";
}
/**
 * What the code on chain is made of, byte range by byte range. Omitted if no code was read.
 */
export interface ContractCode {
  /**
   * The code at the address.
   */
  readonly runtime: {
    /**
     * Length.
     */
    readonly bytes: number;
    /**
     * Its keccak256, the account's code hash.
     */
    readonly hash: string;
    /**
     * The code itself, 0x-hex; only up to 256 bytes.
     */
    readonly hex?: string;
    /**
     * Everything in it that is not instructions, in order, without overlaps.
     */
    readonly parts: readonly CodePart[];
    readonly origins?: CodeOrigins;
  };
  /**
   * The executed init code, of a build; omitted where either is unknown.
   */
  readonly creation?: {
    /**
     * Length, with the constructor arguments.
     */
    readonly bytes: number;
    /**
     * All of it, in order.
     */
    readonly parts: readonly CodePart[];
  };
  readonly comparison?: CodeComparison;
}
/**
 * A range of bytes of a code.
 */
export interface CodePart {
  /**
   * `metadata`: CBOR auxdata. `differs`: bytes that are not those of the build, and of none of the other kinds.
   */
  readonly kind:
    | "immutable"
    | "library"
    | "call-protection"
    | "implementation"
    | "metadata"
    | "differs"
    | "constructor"
    | "runtime"
    | "arguments";
  /**
   * Bytes from the start of the code.
   */
  readonly start: number;
  /**
   * Bytes.
   */
  readonly length: number;
  /**
   * Of an immutable or a library: its key in `immutables` or `libraries`.
   */
  readonly name?: string;
  /**
   * An address, or what the metadata says; that of an immutable or a library is in `immutables` or `libraries`.
   */
  readonly value?: string;
}
/**
 * Whose source the instructions were compiled from, by the record's source map; omitted where the record has none, or where runtime code or sources are not proven.
 */
export interface CodeOrigins {
  /**
   * Bytes of the project's own sources.
   */
  readonly project: number;
  /**
   * Bytes of sources of packages.
   */
  readonly packages: number;
  /**
   * Bytes of instructions that the compiler added.
   */
  readonly compiler: number;
  /**
   * Bytes after the instructions: code of contracts that it creates, and other data.
   */
  readonly data: number;
  /**
   * Bytes of the code for each letter of `cells`.
   */
  readonly cellBytes: number;
  /**
   * What most bytes of each cell are of: `p` the project, `d` packages, `c` the compiler, `x` data, `-` one of `parts`.
   */
  readonly cells: string;
}
/**
 * The code on chain beside that of the chosen or nearest build, instruction by instruction. Omitted if they are the same program.
 */
export interface CodeComparison {
  /**
   * The build's contract, `sourceName:name`.
   */
  readonly contract: string;
  /**
   * Length of the build's code.
   */
  readonly bytes: number;
  /**
   * Bytes of instructions that the build does not have.
   */
  readonly onlyOnChain: number;
  /**
   * Bytes of instructions that the chain does not have.
   */
  readonly onlyInBuild: number;
  /**
   * Both codes from start to end, at most 64. What is `same` may have moved: other jump targets count as equal.
   */
  readonly segments: readonly {
    readonly kind: "same" | "differs" | "metadata";
    /**
     * Start and length, in bytes.
     *
     * @minItems 2
     * @maxItems 2
     */
    readonly onChain: readonly [number, number];
    /**
     * Start and length, in bytes.
     *
     * @minItems 2
     * @maxItems 2
     */
    readonly inBuild: readonly [number, number];
  }[];
  /**
   * The first differences, at most 2.
   */
  readonly places: readonly {
    /**
     * Equal instructions before it that are left out.
     */
    readonly before: number;
    /**
     * The line of the build's sources, where there is a source map.
     */
    readonly source?: {
      readonly file: string;
      readonly line: number;
      readonly text: string;
    };
    /**
     * Instructions that are left out after it.
     */
    readonly cut?: number;
    readonly rows: readonly {
      /**
       * `moved`: the same jump to another place.
       */
      readonly state: "same" | "moved" | "differs";
      readonly onChain?: {
        /**
         * Bytes from the start of the code.
         */
        readonly offset: number;
        /**
         * Name and operand: `PUSH1 0x40`.
         */
        readonly text: string;
        /**
         * What is known of it: the function of a selector.
         */
        readonly note?: string;
      };
      readonly inBuild?: {
        /**
         * Bytes from the start of the code.
         */
        readonly offset: number;
        /**
         * Name and operand: `PUSH1 0x40`.
         */
        readonly text: string;
        /**
         * What is known of it: the function of a selector.
         */
        readonly note?: string;
      };
    }[];
  }[];
}
/**
 * Something that the verdict says. `proven`: computed by this run from evidence that is not the claimant's, or not applicable. `vouched`: the word of the witnesses. `open`: neither proven nor vouched for. `refuted`: the evidence contradicts it.
 */
export interface Claim {
  readonly id:
    | "runtime-code"
    | "creation-code"
    | "sources"
    | "interface"
    | "libraries"
    | "implementation"
    | "identity"
    | "deployment"
    | "record";
  readonly state: "proven" | "vouched" | "open" | "refuted";
  /**
   * Who showed it; empty for an open claim, and for one that does not apply.
   */
  readonly witnesses: readonly Witness[];
  /**
   * Why it is open, refuted or only vouched for, or why it does not apply.
   */
  readonly reason?: string;
  /**
   * Of an open claim: running again later may close it.
   */
  readonly mayClose?: boolean;
}
/**
 * The result of one rule of the cross-check. A rule that could not run is `unknown` or `skipped`, never `passed`.
 */
export interface Check {
  readonly id: string;
  /**
   * What is compared, in a few words.
   */
  readonly subject: string;
  readonly status: "passed" | "failed" | "skipped" | "unknown";
  /**
   * The expected value, shortened.
   */
  readonly expected?: string;
  /**
   * The actual value, shortened.
   */
  readonly actual?: string;
  /**
   * The sources of the compared facts.
   */
  readonly witnesses: readonly Witness[];
  /**
   * Why it failed, was skipped or is unknown.
   */
  readonly reason?: string;
}
/**
 * A witness and its operator.
 */
export interface OperatedWitness {
  readonly witness: Witness;
  /**
   * The configured name; else what the operator runs, such as `node and query service`. `this project` for build files, deployment records, local compilers and the request.
   */
  readonly operator: string;
}
/**
 * One range of bytes where the code on chain differs from a build.
 */
export interface Difference {
  readonly side: "runtime" | "creation";
  readonly kind:
    | "length"
    | "code"
    | "metadata"
    | "library"
    | "immutable"
    | "call-protection"
    | "constructor-arguments";
  /**
   * Bytes from the start of the code.
   */
  readonly offset: number;
  /**
   * Bytes.
   */
  readonly length: number;
  /**
   * Of the build, shortened.
   */
  readonly expected: string;
  /**
   * On chain, shortened.
   */
  readonly actual: string;
}
/**
 * A source file of which the record has another version than the build.
 */
export interface SourceDifference {
  readonly path: string;
  /**
   * A unified diff from the build's to the record's, at most 80 lines; empty if only one of them has the file.
   */
  readonly diff: string;
  /**
   * Which of them has the file, or how many lines are left out.
   */
  readonly note?: string;
}
/**
 * What makes the code on chain differ from a build's, and what to try.
 */
export interface Explanation {
  readonly kind:
    | "no-code"
    | "proxy"
    | "truncated"
    | "extended"
    | "other-code"
    | "compiler-version"
    | "evm-version"
    | "via-ir"
    | "optimizer"
    | "library"
    | "immutables"
    | "constant"
    | "sources"
    | "metadata"
    | "factory"
    | "unexplained"
    | "constructor"
    | "constructor-arguments";
  readonly side: "runtime" | "creation";
  /**
   * One sentence, with the facts.
   */
  readonly text: string;
  /**
   * `certain`: the bytes prove it. `likely`: size and style suggest it.
   */
  readonly certainty: "certain" | "likely";
  /**
   * A command to try.
   */
  readonly next: string;
}
export interface Candidate {
  readonly fullyQualifiedName: string;
  readonly buildId: string;
  /**
   * What differs, in one line.
   */
  readonly summary: string;
  readonly differences: readonly Difference[];
  readonly explanations: readonly Explanation[];
}
/**
 * The answer of another service to a verification that was forwarded to it.
 */
export interface Forwarded {
  readonly to: "etherscan" | "blockscout" | "routescan";
  /**
   * `accepted`: the other service took the submission, which does not say that it verified the contract. `already-verified`: it answered that the contract is verified there already.
   */
  readonly state: "accepted" | "already-verified" | "not-accepted";
  /**
   * The other service's id of the submission.
   */
  readonly verificationId?: string;
  /**
   * Why it was not accepted, in the other service's words.
   */
  readonly reason?: string;
  /**
   * The page of the contract for people. URLs are https, and as the verification service gave them.
   */
  readonly explorerUrl?: string;
  /**
   * Answers what became of the submission.
   */
  readonly statusUrl?: string;
  /**
   * Answers the contract's ABI once it is verified there.
   */
  readonly contractApiUrl?: string;
}
/**
 * What identifies the contract's code, build and record. Hashes are keccak256, 0x-hex in lower case. With `lock` only; omitted where the run ended before it was known.
 */
export interface Fingerprint {
  /**
   * Of the runtime code on chain.
   */
  readonly code: string;
  /**
   * The metadata hash that the code on chain ends with: `ipfs://` or `bzz-raw://`, and the hash; null without one.
   */
  readonly metadata: string | null;
  /**
   * Of the build's standard JSON input with what the contract imports, as canonical JSON; null without a build.
   */
  readonly input: string | null;
  /**
   * Of what the stored record says was compiled: compiler, language, contract, settings and sources; null without them.
   */
  readonly record: string | null;
  readonly links?: ProxyLinks;
  /**
   * Of the runtime code at each other address that runs, by checksummed address: libraries, implementation, beacon, facets. Omitted if there is none.
   */
  readonly codes?: {
    readonly [k: string]: string;
  };
}
/**
 * Where a proxy leads, by its slots and functions; read for a lock file. Addresses are checksummed; null for none.
 */
export interface ProxyLinks {
  readonly implementation: string | null;
  readonly beacon: string | null;
  /**
   * The admin slot of EIP-1967.
   */
  readonly admin: string | null;
  /**
   * Of a diamond, sorted.
   */
  readonly facets?: readonly string[];
}
/**
 * The contract's entry in the lock file, and how the contract differs from it; with `check --locked` only.
 */
export interface LockComparison {
  /**
   * ISO 8601, UTC; null for a contract that is not locked.
   */
  readonly lockedAt: string | null;
  /**
   * The project's git commit when the entry was written; null where it was not known.
   */
  readonly commit: string | null;
  /**
   * The contract's name in the lock file; omitted for one that is not locked.
   */
  readonly name?: string;
  /**
   * The build that was proven then; omitted where none was.
   */
  readonly build?: {
    /**
     * `path/to/File.sol:Name`.
     */
    readonly contract: string;
    /**
     * Long version.
     */
    readonly compiler: string;
    /**
     * keccak256 of the standard JSON input, with what the contract imports.
     */
    readonly input: string;
  };
  /**
   * Why it was not verified when it was locked, with `--allow-unverified`; omitted where it was.
   */
  readonly unverified?: string;
  /**
   * The ids of the claims that were proven then. Without drift, they are as locked.
   */
  readonly claims: readonly string[];
  /**
   * True if the entry lacks the code at an address that the contract runs, such as a library or an implementation, as one that an older version wrote: `lock` again covers it.
   */
  readonly lacksCodes?: boolean;
  /**
   * Empty where the contract is as locked.
   */
  readonly drift: readonly Drift[];
}
/**
 * Something of a contract that is not as locked.
 */
export interface Drift {
  readonly kind:
    | "code"
    | "linked-code"
    | "implementation"
    | "beacon"
    | "admin"
    | "facets"
    | "record-missing"
    | "record-weaker"
    | "record-sources"
    | "library"
    | "not-locked"
    | "not-recorded";
  /**
   * The id of the claim that held when the contract was locked, and does not any more; omitted where it is none of them.
   */
  readonly claim?: string;
  /**
   * What the lock file has; null for nothing.
   */
  readonly locked: string | null;
  /**
   * What was found; null for nothing.
   */
  readonly found: string | null;
}
