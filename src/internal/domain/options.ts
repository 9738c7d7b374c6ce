/**
 * Every command's options, defined once. Hosts declare their options from this table. The table also determines the
 * keys of a request, the conversion of options to a request, and the commands suggested in messages. This file imports
 * nothing, because it is loaded whenever the host starts.
 */

/** The description of each command, in help order. */
export const DESCRIPTIONS = {
  verify:
    "Verify a deployed contract, and cross-check the result against the chain, the query service and the build",
  check: "Cross-check verified contracts against the chain, the query service and a build; read-only",
  deployments:
    "Verify and cross-check everything deployed with Ignition, hardhat-deploy, Foundry or OpenZeppelin Upgrades",
  preflight:
    "Predict before deployment whether the build's contracts will verify; needs no chain and sends nothing",
  lock: "Check everything that was deployed and write the results to the lock file, for check --locked",
  merge: "Merge the JSON reports of a sharded run, and exit as the whole run would",
  replay:
    "Recompute every check and claim from recorded evidence; offline unless a network is given, whose node then answers",
  status: "Show the network's health as its status service reports it",
  explain: "Explain error codes and how to fix them",
  serve: "Start local verification, query and status services and an explorer for a development chain",
} as const;

export type Command = keyof typeof DESCRIPTIONS;

export const COMMANDS = Object.keys(DESCRIPTIONS) as readonly Command[];

export const SUBCOMMANDS: readonly string[] = COMMANDS.filter((command) => command !== "verify");

/**
 * Hosts declare every argument as optional, so that this package can report a missing argument with its own exit code.
 */
interface Positional {
  readonly name: string;
  readonly description: string;
  /** True for a list of all remaining arguments. @default false */
  readonly isList?: boolean;
  /** True if the argument may be called `address` in a request. @default false */
  readonly isAddress?: boolean;
}

const TARGETS = {
  name: "targets",
  description:
    "Addresses, contract ids, and anything that `deployments` accepts. Default: everything the project has deployed on the network's chain",
  isList: true,
  isAddress: true,
} as const;

const POSITIONAL = {
  verify: [
    { name: "target", description: "Address of the contract, or its id (0.0.1234)", isAddress: true },
    {
      name: "arguments",
      description: "Ignored: constructor arguments are read from the chain",
      isList: true,
    },
  ],
  check: [TARGETS],
  deployments: [
    {
      name: "deployments",
      description:
        "Ignition deployment ids, hardhat-deploy networks, and paths of deployments, broadcasts and manifests. Default: all of the project's deployments on the network's chain",
      isList: true,
    },
  ],
  preflight: [
    {
      name: "contracts",
      description:
        "Contracts of the build: Name or path/to/File.sol:Name. Default: everything in the project's source folder, except tests and scripts",
      isList: true,
    },
  ],
  lock: [TARGETS],
  merge: [{ name: "reports", description: "JSON reports, or folders that contain them", isList: true }],
  replay: [{ name: "evidence", description: "File written by --evidence" }],
  status: [],
  explain: [{ name: "codes", description: "Error and warning codes, such as VC204", isList: true }],
  serve: [],
} as const satisfies Readonly<Record<Command, readonly Positional[]>>;

export function positionalOf(command: Command): readonly Positional[] {
  return POSITIONAL[command];
}

/** An option. The comment above it in the table becomes the docstring of the request's key. */
interface Row {
  /** The option's name in camel case, which becomes `--camel-case` on the command line. @default the row's key */
  readonly name?: string;
  readonly kind: keyof ValueOfKind;
  /** A single letter for the plain command line. @default none */
  readonly short?: string;
  /** The placeholder for the value in help. Undefined for a flag. */
  readonly value?: string;
  /** Accepted values. @default any */
  readonly values?: readonly string[];
  /** The accepted values in words, if an empty value is rejected. @default an empty value counts as omitted */
  readonly takes?: string;
  /** True if 0 seconds is accepted. @default false */
  readonly mayBeZero?: boolean;
  /** The value if the option is omitted. @default none */
  readonly default?: string | number;
  /** True if the option is accepted only on the command line, not in a request. @default false */
  readonly isArgument?: boolean;
  /** `one`: only for runs with one contract. `several`: only for runs with several. @default both */
  readonly scope?: "one" | "several";
  /** Keys of options that can't be combined with this one. @default none */
  readonly excludes?: readonly string[];
  /** Key of another option that this one requires. @default none */
  readonly needs?: string;
  /** True if the option submits, overwrites or accepts something. Never suggested as a correction. @default false */
  readonly acts?: boolean;
  /** True if `check --locked` refuses the option, because it would have no effect. @default false */
  readonly isRefusedWithLocked?: boolean;
  /** The values that only a contract with sources can satisfy. For any other contract, the run fails. @default none */
  readonly demandsSources?: "any" | readonly string[];
  /** True if commands suggested in messages repeat the option where they accept it. @default false */
  readonly isSuggested?: boolean;
  /**
   * True if the option affects only a single run. Suggested commands omit it, and merged shards may use different
   * values. @default false
   */
  readonly isOneTime?: boolean;
  readonly help: string;
  /** Help texts for the commands in which the option has a different effect. @default `help` */
  readonly helpOf?: Readonly<Partial<Record<Command, string>>>;
  readonly commands: readonly Command[];
}

const RUNS = ["verify", "check", "deployments", "lock"] as const;
const NOT_LOCKING = ["verify", "check", "deployments"] as const;
const ONE_CONTRACT = ["verify", "check"] as const;
const SUBMITTING = ["verify", "deployments"] as const;

/**
 * Hardhat's own plugin needs constructor arguments. They are accepted, because Hardhat's error would explain nothing.
 */
const UNNEEDED_ARGUMENTS = {
  kind: "text",
  value: "file",
  isArgument: true,
  help: "Ignored: constructor arguments are read from the chain",
  commands: ONE_CONTRACT,
} as const;
const PORT = { kind: "port", value: "port", isArgument: true, commands: ["serve"] } as const;

const TABLE = {
  /** `Name` or `path/to/File.sol:Name`. @default determined from the code on chain */
  contract: {
    kind: "text",
    value: "name",
    takes: "Name or path/to/File.sol:Name",
    scope: "one",
    help: "Contract of the build: Name or path/to/File.sol:Name. Default: found by its code",
    commands: ONE_CONTRACT,
  },
  /** 0x and 64 hex digits. @default the transaction in the stored record, or the one found on the chain */
  creationTransactionHash: {
    kind: "text",
    value: "hash",
    name: "creationTxHash",
    scope: "one",
    help: "Hash of the creation transaction. Default: taken from the record or the chain",
    commands: ONE_CONTRACT,
  },
  /**
   * Path of a build-info file, or of a folder with artifacts or build-infos. @default this project's artifacts;
   * in a replay, the recorded builds
   */
  buildInfo: {
    kind: "text",
    value: "path",
    takes: "the path of a file or a folder",
    isRefusedWithLocked: true,
    help: "Build-info file or folder to use instead of the project's own build",
    helpOf: {
      check: "Build-info file or folder that the contract must match, instead of the project's own build",
      replay: "Build-info file or folder that the contract must match, instead of the recorded build",
    },
    commands: ["verify", "check", "deployments", "preflight", "lock", "replay"],
  },
  /**
   * Path of a standard JSON input. Its settings and sources are submitted unchanged. Requires `compilerVersion`
   * and `contract`, as `path:Name`.
   */
  stdJsonInput: {
    kind: "text",
    value: "file",
    takes: "the path of a standard JSON input",
    scope: "one",
    excludes: ["followProxy", "buildInfo"],
    needs: "compilerVersion",
    help: "Submit exactly this standard JSON input (Solidity, Vyper, Fe); requires --compiler-version",
    helpOf: {
      check:
        "Standard JSON input that the contract must match (Solidity, Vyper, Fe); requires --compiler-version",
    },
    commands: ONE_CONTRACT,
  },
  /** The full version of the compiler for `stdJsonInput`, with the commit: `0.8.28+commit.7893614a`. */
  compilerVersion: {
    kind: "text",
    value: "version",
    takes: "a full version",
    scope: "one",
    needs: "stdJsonInput",
    help: "Full compiler version for --std-json-input, such as 0.8.28+commit.7893614a",
    commands: ONE_CONTRACT,
  },
  /** `auto` sends the contract's imports, and all sources only if a match requires them. @default "auto" */
  sources: {
    kind: "text",
    values: ["auto", "minimal", "full"],
    default: "auto",
    help: "auto, minimal or full. auto sends the contract's imports, and all sources only if a match requires them",
    commands: SUBMITTING,
  },
  /**
   * The weakest match that counts as verified. With `exact_match`, a preflight also fails for findings that
   * only prevent an exact match.
   * @default `minMatch` in the configuration, or "match"
   */
  minMatch: {
    kind: "text",
    values: ["match", "exact_match"],
    isRefusedWithLocked: true,
    demandsSources: ["exact_match"],
    help: "match or exact_match: the weakest match that counts as verified",
    helpOf: {
      preflight:
        "match or exact_match: with exact_match, findings that only prevent an exact match are errors",
    },
    commands: ["verify", "check", "deployments", "preflight", "lock"],
  },
  /** Compile the submission with a compiler on this computer instead of predicting the result. @default false */
  compile: {
    kind: "flag",
    help: "Compile the submission with a compiler on this computer instead of predicting the result",
    commands: ["preflight"],
  },
  /** Require a match of the creation code. @default false */
  requireCreation: {
    kind: "flag",
    isRefusedWithLocked: true,
    demandsSources: "any",
    help: "Require a match of the creation code",
    commands: RUNS,
  },
  /**
   * Also compile the stored sources with a compiler from this project, and compare the results. A replay then doesn't
   * rely on the recorded output.
   * @default false
   */
  recompile: {
    kind: "flag",
    isRefusedWithLocked: true,
    help: "Also compile the stored sources with a compiler from this project, and compare the results",
    helpOf: {
      replay:
        "Compile the stored sources with a compiler from this project instead of relying on the recorded output",
    },
    commands: ["check", "replay"],
  },
  /**
   * For a proxy, also verify its implementation, beacon, admin and facets if they come from a build of this
   * project. A check includes contracts deployed by someone else.
   * @default false: they are only checked
   */
  followProxy: {
    kind: "flag",
    isRefusedWithLocked: true,
    excludes: ["noFollowProxy"],
    help: "Also verify a proxy's implementation, beacon, admin and facets if they come from this project's build",
    helpOf: { check: "Also check a proxy's implementation, beacon, admin and facets, whoever deployed them" },
    commands: NOT_LOCKING,
  },
  /** Don't read a proxy's implementation. @default false */
  noFollowProxy: {
    kind: "flag",
    isRefusedWithLocked: true,
    help: "Don't check a proxy's implementation, beacon, admin or facets",
    commands: NOT_LOCKING,
  },
  /**
   * Submit only contracts listed by you or by a deployment record, and skip others, such as the `ProxyAdmin` created by
   * a proxy's constructor.
   * @default false
   */
  onlyNamed: {
    kind: "flag",
    isRefusedWithLocked: true,
    excludes: ["followProxy"],
    help: "Skip contracts that neither you nor a deployment record lists",
    commands: RUNS,
  },
  /**
   * If several contracts have exactly the code on chain and nothing distinguishes them, use the first by name.
   * @default false
   */
  pickIdentical: {
    kind: "flag",
    acts: true,
    isRefusedWithLocked: true,
    help: "If several contracts have identical code, use the first by name, the project's own before its packages'",
    commands: RUNS,
  },
  /** Submit even if the stored match is already good enough. @default false */
  force: {
    kind: "flag",
    excludes: ["dryRun"],
    acts: true,
    help: "Submit even if the stored match is good enough",
    commands: SUBMITTING,
  },
  /** Ignore the journal of earlier runs and submit again. @default false */
  fresh: {
    kind: "flag",
    excludes: ["dryRun"],
    acts: true,
    help: "Ignore the journal of earlier runs and submit again",
    commands: SUBMITTING,
  },
  /** Prepare the submission without sending it. @default false */
  dryRun: {
    kind: "flag",
    help: "Show the files that would be sent and the expected match; send nothing",
    commands: SUBMITTING,
  },
  /**
   * On a development chain, use the local services of the `serve` process that is already running. Otherwise, a run
   * that submits starts its own services, which stop with the run and lose their records.
   * @default false
   */
  local: {
    kind: "flag",
    isSuggested: true,
    help: "On a development chain: use the serve process that is already running, or start its services for this run only",
    helpOf: {
      check: "On a development chain: use the serve process that is already running",
      lock: "On a development chain: use the serve process that is already running",
    },
    commands: ["verify", "check", "deployments", "lock"],
  },
  /** Compare with the lock file without proving anything again. @default false */
  locked: {
    kind: "flag",
    scope: "several",
    help: "Compare with the lock file and report differences as drift. Needs no build",
    commands: ["check"],
  },
  /** Names or addresses of the contracts whose entries are replaced. @default all */
  update: {
    kind: "list",
    acts: true,
    value: "names",
    scope: "several",
    help: "Replace the entries of these contracts (names or addresses, comma-separated); all other entries stay",
    commands: ["lock"],
  },
  /** Also lock unverified contracts. @default false */
  allowUnverified: {
    kind: "flag",
    acts: true,
    scope: "several",
    help: "Also lock unverified contracts (marked as such)",
    commands: ["lock"],
  },
  /**
   * Run on every configured network whose chain has deployment records, once per chain. Skips development
   * chains and the chain of `connection`.
   * @default false
   */
  allNetworks: {
    kind: "flag",
    scope: "several",
    help: "Every configured network with deployment records, except development chains",
    commands: ["check", "deployments", "lock"],
  },
  /**
   * Path of the manifest to write, with the addresses from any `deployments` that are JSON files in the project's own
   * format. @default none
   */
  writeManifest: {
    kind: "text",
    isOneTime: true,
    acts: true,
    value: "file",
    scope: "several",
    help: "Write the addresses from JSON files in the project's own format to a manifest, and use that manifest",
    commands: ["deployments"],
  },
  /** Stop at the first contract whose match is not good enough. @default false */
  bail: {
    kind: "flag",
    scope: "several",
    help: "Stop at the first contract that fails",
    commands: ["check", "deployments"],
  },
  /** One shard of the contracts: `2/3` is the second third. @default all */
  shard: {
    kind: "text",
    value: "i/n",
    scope: "several",
    help: "One shard of the contracts, such as 2/3; merge joins the reports of all shards",
    commands: ["check", "deployments"],
  },
  /** Ids of claims and checks that must pass. A skipped check fails. @default none */
  require: {
    kind: "list",
    value: "checks",
    isRefusedWithLocked: true,
    demandsSources: "any",
    excludes: ["dryRun"],
    help: "Claims and checks that must pass, comma-separated",
    commands: RUNS,
  },
  /**
   * Explorers to which the verified sources are also submitted: `etherscan`, `blockscout`, `routescan`, or names in the
   * configuration.
   * @default the explorers in the configuration
   */
  explorer: {
    kind: "list",
    value: "names",
    // With `local`, nothing may leave this computer, but an explorer may be on the internet.
    excludes: ["local"],
    help: "Explorers to submit the contract to as well: etherscan, blockscout, routescan or configured names, comma-separated",
    commands: ["verify", "deployments"],
  },
  /** Consensus timestamp for requests to the query service, `seconds.nanoseconds`. @default now */
  at: {
    kind: "text",
    value: "timestamp",
    isRefusedWithLocked: true,
    help: "Consensus timestamp (seconds.nanoseconds) for requests to the query service",
    commands: ONE_CONTRACT,
  },
  json: {
    kind: "flag",
    isArgument: true,
    help: "JSON on stdout, progress on stderr",
    commands: ["verify", "check", "deployments", "preflight", "lock", "merge", "replay", "status"],
  },
  verbose: {
    kind: "flag",
    isArgument: true,
    help: "Also show all facts and every check",
    helpOf: {
      preflight: "Also list contracts without findings and the files that would be disclosed",
    },
    commands: ["verify", "check", "deployments", "preflight", "lock", "replay"],
  },
  quiet: {
    kind: "flag",
    short: "q",
    isArgument: true,
    help: "Show only the verdict, on one line",
    commands: ["verify", "check", "deployments", "lock", "merge", "replay"],
  },
  report: {
    kind: "text",
    value: "format=path",
    isArgument: true,
    help: "Write reports: json, junit, markdown or html=<path>, comma-separated",
    commands: ["verify", "check", "deployments", "preflight", "lock", "merge", "replay"],
  },
  /** Path of the evidence file to write. It contains everything the result depends on, for `replay`. @default none */
  evidence: {
    kind: "text",
    isOneTime: true,
    value: "file",
    help: "Write everything the result depends on to one file, such as run.evidence.gz, for replay",
    commands: NOT_LOCKING,
  },
  /**
   * Time limit for the whole run, in seconds. In a run over several contracts, the limit applies to each contract,
   * starting when that contract's turn begins.
   * @default `timeout` in the configuration, or 300
   */
  timeout: {
    kind: "seconds",
    isOneTime: true,
    value: "seconds",
    help: "Seconds for each contract, starting with its turn; default 300 unless configured",
    helpOf: { status: "Seconds for the whole command; default 30" },
    commands: ["verify", "check", "deployments", "lock", "status"],
  },
  /**
   * Seconds to wait for code that a lagging node doesn't have yet. With 0, the node is asked once. The wait ends early
   * if the query service reports that there is no contract.
   * @default 17, or 3 if nodes answer from their own state and neither a deployment record nor the specified
   * transaction is less than a minute old; 0 on chains 31337 and 1337; or as configured in `retry.appearAttempts`
   */
  wait: {
    kind: "seconds",
    isOneTime: true,
    value: "seconds",
    mayBeZero: true,
    help: "Seconds to wait for code that a lagging node does not have yet; default 3 to 17",
    commands: RUNS,
  },
  verificationPort: {
    ...PORT,
    default: 5555,
    help: "Port of the verification service, 0 for any free port",
  },
  queryPort: { ...PORT, default: 5551, help: "Port of the query service, 0 for any free port" },
  statusPort: { ...PORT, default: 5552, help: "Port of the status service, 0 for any free port" },
  compileTimeout: {
    kind: "seconds",
    value: "seconds",
    isArgument: true,
    help: "Seconds for one verification; default 180, plus 60 for each 100 kB of sources",
    commands: ["serve"],
  },
  allowOrigin: {
    kind: "list",
    value: "origins",
    isArgument: true,
    help: "Origins whose web pages may use the services, such as https://explorer.example, comma-separated; pages on this computer always may",
    commands: ["serve"],
  },
  constructorArgs: UNNEEDED_ARGUMENTS,
  constructorArgsPath: UNNEEDED_ARGUMENTS,
} as const satisfies Readonly<Record<string, Row>>;

export interface Option extends Row {
  readonly name: string;
  /** The key in a request. Undefined for an option that only the command line accepts. */
  readonly key?: string;
}

export const OPTIONS: readonly Option[] = Object.entries<Row>(TABLE).map(([key, row]) => ({
  name: key,
  ...(row.values === undefined ? {} : { value: row.values.join("|") }),
  ...row,
  ...(row.isArgument ? {} : { key }),
}));

export function optionsOf(command: Command): readonly (Option & { readonly description: string })[] {
  return OPTIONS.filter(({ commands }) => commands.includes(command)).map((option) => ({
    ...option,
    description: option.helpOf?.[command] ?? option.help,
  }));
}

/** True if an option is set. An unset flag or an empty list counts as omitted. */
export function isGiven(value: unknown): boolean {
  return value !== undefined && value !== false && !(Array.isArray(value) && value.length === 0);
}

export function flagsNotOf(command: Command): readonly string[] {
  return OPTIONS.filter(({ commands }) => !commands.includes(command)).map(({ name }) => flagOf(name));
}

/** True if only a contract with sources can satisfy an option. */
export function demandsSources(flag: string, value: string | undefined): boolean {
  return OPTIONS.some(
    ({ name, demandsSources: values }) =>
      flagOf(name) === flag &&
      (values === "any" || (value !== undefined && values?.includes(value) === true)),
  );
}

export function isSuggestedBy(command: Command, flag: string): boolean {
  return optionsOf(command).some(({ name, isSuggested }) => isSuggested === true && flagOf(name) === flag);
}

export function flagOf(name: string): string {
  return `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

/** The type of a request's value for each kind of option. On the command line, all values except flags are strings. */
interface ValueOfKind {
  readonly flag: boolean;
  readonly text: string;
  readonly list: readonly string[];
  readonly seconds: number;
  readonly port: number;
}

type Table = typeof TABLE;
type RowsOf<C extends Command> = {
  [K in keyof Table]: C extends Table[K]["commands"][number] ? K : never;
}[keyof Table];
type RowsWith<R> = { [K in keyof Table]: Table[K] extends R ? K : never }[keyof Table];
type NameOf<K extends keyof Table> = [K] extends [never]
  ? never
  : Table[K] extends { readonly name: infer N extends string }
    ? N
    : K;
type AlwaysSet = RowsWith<{ kind: "flag" } | { kind: "port" }>;

/** A command's arguments, as parsed by a host. Flags and ports are always set; other options may be missing. */
export type ArgumentsOf<C extends Command> = {
  readonly [P in (typeof POSITIONAL)[C][number] as P["name"]]: P extends { readonly isList: true }
    ? readonly string[]
    : string;
} & {
  readonly [K in RowsOf<C> & AlwaysSet as NameOf<K>]: ValueOfKind[Table[K]["kind"]];
} & {
  readonly [K in Exclude<RowsOf<C>, AlwaysSet> as NameOf<K>]?: string | undefined;
};

type Values = {
  readonly [K in keyof Table]?:
    | (Table[K] extends { readonly values: readonly (infer V)[] } ? V : ValueOfKind[Table[K]["kind"]])
    | undefined;
};

/** The flags that also apply to a single contract. Stages receive them unchanged. */
export type Flags = Pick<
  Values,
  Exclude<RowsWith<{ kind: "flag" }>, RowsWith<{ isArgument: true } | { scope: "several" }>>
>;

export function givenFlags(request: object): Flags {
  const flags = OPTIONS.filter(({ kind, scope }) => kind === "flag" && scope !== "several");
  const set = flags.flatMap(({ key }) =>
    key !== undefined && Reflect.get(request, key) === true ? key : [],
  );
  return Object.fromEntries(set.map((key) => [key, true]));
}

export type OptionsOf<C extends Command> = Pick<Values, Exclude<RowsOf<C>, RowsWith<{ isArgument: true }>>>;

/** The options for checking one or several contracts. */
export type CheckOptions<Scope extends "one" | "several"> = Omit<
  OptionsOf<"check">,
  RowsWith<{ scope: Exclude<"one" | "several", Scope> }>
>;
