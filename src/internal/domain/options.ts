/**
 * Every option of every command. Hosts declare their options from this table. The keys of a program's request, the
 * request built from options, and the commands suggested for pasting derive from it. It has no imports, because every
 * start of the host loads it.
 */

/** Each command's description, in the order of a host's help. */
export const DESCRIPTIONS = {
  verify:
    "Verify a deployed contract, and cross-check the result against the chain, the query service and the build",
  check: "Cross-check what is verified against the chain, the query service and a build; it only reads",
  deployments:
    "Verify everything that was deployed by Ignition, hardhat-deploy, Foundry or OpenZeppelin Upgrades, and cross-check it",
  preflight:
    "Say before a deployment whether the contracts of the build will verify; needs no chain, and sends nothing",
  lock: "Check everything that was deployed, and write what was proven into the lock file, for check --locked",
  merge: "Join the JSON reports of the shards of a run over deployments, and end as the whole run would",
  replay:
    "Compute the result of recorded evidence anew, every check and claim: offline, unless a network is named to compare with",
  status: "Ask the network's status service whether the network is all right",
  explain: "Say what error codes mean, and what to do",
  serve:
    "Start a verification, a query and a status service, and an explorer, for a development chain, on this computer only",
} as const;

export type Command = keyof typeof DESCRIPTIONS;

/** In the order of the help. */
export const COMMANDS = Object.keys(DESCRIPTIONS) as readonly Command[];

/** The sub-commands. */
export const SUBCOMMANDS: readonly string[] = COMMANDS.filter((command) => command !== "verify");

/**
 * A command's arguments, in this order. Hosts declare each as optional, so a missing one raises this package's error
 * with its exit code.
 */
interface Positional {
  readonly name: string;
  readonly description: string;
  /** True if it takes all remaining arguments. @default false */
  readonly isList?: boolean;
  /** True if a program may call it `address`. @default false */
  readonly isAddress?: boolean;
}

const TARGETS = {
  name: "targets",
  description:
    "Addresses, contract ids, and whatever deployments takes. Otherwise all that the project has deployed on the network's chain",
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
        "Ids of Ignition, networks of hardhat-deploy, paths of deployments, broadcasts and manifests. Otherwise all that the project has of the network's chain",
      isList: true,
    },
  ],
  preflight: [
    {
      name: "contracts",
      description:
        "Contracts of the build, Name or path/to/File.sol:Name. Otherwise all below the project's folder of sources, without tests and scripts",
      isList: true,
    },
  ],
  lock: [TARGETS],
  merge: [{ name: "reports", description: "JSON reports, and folders of them", isList: true }],
  replay: [{ name: "evidence", description: "File that --evidence wrote" }],
  status: [],
  explain: [{ name: "codes", description: "Codes of errors and warnings, such as VC204", isList: true }],
  serve: [],
} as const satisfies Readonly<Record<Command, readonly Positional[]>>;

export function positionalOf(command: Command): readonly Positional[] {
  return POSITIONAL[command];
}

/** The kind of a value on the command line. In a request, lists are arrays and seconds are numbers. */
type OptionKind = "flag" | "text" | "list" | "seconds" | "port";

/** An option. Its comment becomes the docstring of the request's key. */
interface Row {
  /** In camel case, `--camel-case` on a command line. @default the row's key */
  readonly name?: string;
  readonly kind: OptionKind;
  /** One letter, on the plain command line. @default none */
  readonly short?: string;
  /** The value in one word. Flags have none. */
  readonly value?: string;
  /** Accepted values. @default any */
  readonly values?: readonly string[];
  /** Describes the accepted values, if empty text is rejected. @default empty text means no option */
  readonly takes?: string;
  /** True if seconds may be 0. @default false */
  readonly mayBeZero?: boolean;
  /** The value if omitted. @default none */
  readonly default?: string | number;
  /** True if only the command line accepts it, not a request. @default false */
  readonly isArgument?: boolean;
  /** True for another tool's option that isn't needed here. It is accepted with a notice. @default false */
  readonly isHabit?: boolean;
  /** Limits the option to one contract, or to a run over several. @default both */
  readonly scope?: "one" | "several";
  /** Keys of conflicting options. @default none */
  readonly excludes?: readonly string[];
  /** The key of a required option. @default none */
  readonly needs?: string;
  /** True if it submits, overwrites or accepts something, so it is never suggested for a typo. @default false */
  readonly acts?: boolean;
  /** True if it requires more than a comparison with the lock file. @default false */
  readonly isProof?: boolean;
  /** The help text. */
  readonly help: string;
  /** Help texts of commands for which it works differently. @default `help` */
  readonly helpOf?: Readonly<Partial<Record<Command, string>>>;
  /** The commands that accept it. */
  readonly commands: readonly Command[];
}

/** Commands that process contracts on a chain. */
const RUNS = ["verify", "check", "deployments", "lock"] as const;
const NOT_LOCKING = ["verify", "check", "deployments"] as const;
const ONE_CONTRACT = ["verify", "check"] as const;
const SUBMITTING = ["verify", "deployments"] as const;

const TABLE = {
  /** `Name` or `path/to/File.sol:Name`. @default found by the code on chain */
  contract: {
    kind: "text",
    value: "name",
    takes: "Name or path/to/File.sol:Name",
    scope: "one",
    help: "Contract of the build: Name or path/to/File.sol:Name. Otherwise it is found by its code",
    commands: ONE_CONTRACT,
  },
  /** 0x and 64 hex digits. @default found in the stored record or on chain */
  creationTransactionHash: {
    kind: "text",
    value: "hash",
    name: "creationTxHash",
    scope: "one",
    help: "Hash of the creating transaction. Otherwise the record or the chain is asked",
    commands: ONE_CONTRACT,
  },
  /**
   * Path of a build-info, or of a folder with artifacts or build-infos. @default this project's artifacts; for a
   * replay, the builds in the evidence
   */
  buildInfo: {
    kind: "text",
    value: "path",
    takes: "the path of a file or a folder",
    isProof: true,
    help: "File or folder of the builds, instead of the project's own",
    helpOf: {
      check: "File or folder of the build that it has to be, instead of the project's own",
      replay: "File or folder of the build that it has to be, instead of the recorded one",
    },
    commands: ["verify", "check", "deployments", "preflight", "lock", "replay"],
  },
  /**
   * Path of a standard JSON input to submit with unchanged settings and sources. Needs `compilerVersion` and
   * `contract`.
   */
  stdJsonInput: {
    kind: "text",
    value: "file",
    takes: "the path of a standard JSON input",
    scope: "one",
    excludes: ["followProxy", "buildInfo"],
    needs: "compilerVersion",
    help: "Submit exactly this standard JSON input (Solidity, Vyper, Fe); with --compiler-version",
    helpOf: { check: "Standard JSON input that it has to be (Solidity, Vyper, Fe); with --compiler-version" },
    commands: ONE_CONTRACT,
  },
  /** The long version of the compiler for `stdJsonInput`, with the commit: `0.8.28+commit.7893614a`. */
  compilerVersion: {
    kind: "text",
    value: "version",
    takes: "a long version",
    scope: "one",
    needs: "stdJsonInput",
    help: "Long version of the compiler of --std-json-input, such as 0.8.28+commit.7893614a",
    commands: ONE_CONTRACT,
  },
  /** `auto` submits what the contract imports, and everything only if needed to match. @default "auto" */
  sources: {
    kind: "text",
    values: ["auto", "minimal", "full"],
    default: "auto",
    help: "auto, minimal or full. auto: what the contract imports, and all only if that is needed to match",
    commands: SUBMITTING,
  },
  /**
   * The weakest match that counts as verified. With `exact_match`, a preflight also fails if only an exact match is
   * prevented.
   * @default `minMatch` of the configuration, or "match"
   */
  minMatch: {
    kind: "text",
    values: ["match", "exact_match"],
    isProof: true,
    help: "match or exact_match: what counts as good enough",
    helpOf: {
      preflight: "match or exact_match: what only prevents an exact match is a warning, or an error",
    },
    commands: ["verify", "check", "deployments", "preflight", "lock"],
  },
  /** Compile what would be submitted with local compilers, instead of predicting. @default false */
  compile: {
    kind: "flag",
    help: "Compile what would be submitted, by compilers of this computer, instead of predicting",
    commands: ["preflight"],
  },
  /** Require a match of the creation code. @default false */
  requireCreation: {
    kind: "flag",
    isProof: true,
    help: "Require a match of the creation code",
    commands: RUNS,
  },
  /**
   * Also compile what is on record with a compiler of this project, and compare. A replay then doesn't rely on the
   * evidence file's result.
   * @default false
   */
  recompile: {
    kind: "flag",
    isProof: true,
    help: "Also compile what is on record, by a compiler of this project, and compare",
    helpOf: {
      replay: "Compile what is on record, by a compiler of this project, instead of taking the file's word",
    },
    commands: ["check", "replay"],
  },
  /**
   * For a proxy, also verify its implementation, beacon, admin and facets if a build here contains them. A check
   * includes contracts deployed by someone else. @default false: they are only checked
   */
  followProxy: {
    kind: "flag",
    isProof: true,
    excludes: ["noFollowProxy"],
    help: "Also verify what a proxy runs, its beacon, admin and facets, where a build here made them",
    helpOf: { check: "Also check what a proxy runs, its beacon, admin and facets, whoever made them" },
    commands: NOT_LOCKING,
  },
  /** Ignore the contracts that a proxy forwards calls to. @default false */
  noFollowProxy: {
    kind: "flag",
    isProof: true,
    help: "Look at nothing that a proxy leads to",
    commands: NOT_LOCKING,
  },
  /**
   * Submit only contracts named by you or a deployment record. Excludes, for example, the `ProxyAdmin` that a proxy's
   * constructor created.
   * @default false
   */
  onlyNamed: {
    kind: "flag",
    isProof: true,
    excludes: ["followProxy"],
    help: "Take only contracts that you or deployment records name, not those that belong to them",
    commands: RUNS,
  },
  /**
   * If several contracts have exactly the code on chain and can't be distinguished, use the first by name. @default
   * false
   */
  pickIdentical: {
    kind: "flag",
    acts: true,
    isProof: true,
    help: "Of contracts with the same code, which nothing tells apart, take the first by name, the project's own before its packages'",
    commands: RUNS,
  },
  /** Submit even when the stored match is good enough. @default false */
  force: {
    kind: "flag",
    excludes: ["dryRun"],
    acts: true,
    help: "Submit even when the stored match is good enough",
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
  /** Show what would be sent, without sending anything. @default false */
  dryRun: {
    kind: "flag",
    help: "Show what would be sent, file by file, and the expected match; send nothing",
    commands: SUBMITTING,
  },
  /**
   * On a development chain, use the services of a running `serve`. Otherwise commands that submit start their own
   * services for this run; their records are lost when it ends. @default false
   */
  local: {
    kind: "flag",
    help: "On a development chain: use a running serve, or start its services for this run alone",
    helpOf: {
      check: "On a development chain: use a running serve",
      lock: "On a development chain: use a running serve",
    },
    commands: ["verify", "check", "deployments", "lock"],
  },
  /** Only compare with the lock file. @default false */
  locked: {
    kind: "flag",
    scope: "several",
    help: "Compare with the lock file: what is not as locked is drift. Needs no build",
    commands: ["check"],
  },
  /** Names or addresses of the contracts whose entries to replace. @default all */
  update: {
    kind: "list",
    acts: true,
    value: "names",
    scope: "several",
    help: "Accept these contracts as they are now, by name or address, comma-separated; the others stay as locked",
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
   * Run on every configured network whose chain has deployment records, one network per chain. Skips development chains
   * and the chain of `connection`. @default false
   */
  allNetworks: {
    kind: "flag",
    scope: "several",
    help: "Every configured network with deployment records, except development chains",
    commands: ["check", "deployments", "lock"],
  },
  /**
   * Path of a new manifest with the addresses of all `deployments` that are JSON files in the project's own format.
   * @default none
   */
  writeManifest: {
    kind: "text",
    acts: true,
    value: "file",
    scope: "several",
    help: "Write the addresses of the named JSON files, which no tool wrote, as a manifest, and take that",
    commands: ["deployments"],
  },
  /** Stop at the first contract that isn't good enough. @default false */
  bail: {
    kind: "flag",
    scope: "several",
    help: "Stop at the first contract that fails",
    commands: ["check", "deployments"],
  },
  /** One part of the contracts, `2/3` for the second third. @default all */
  shard: {
    kind: "text",
    value: "i/n",
    scope: "several",
    help: "One part of the contracts, such as 2/3; the reports of all parts can be merged",
    commands: ["check", "deployments"],
  },
  /** IDs of claims and checks that must hold. A skipped check fails. @default none */
  require: {
    kind: "list",
    value: "checks",
    isProof: true,
    excludes: ["dryRun"],
    help: "Claims and checks that must hold, comma-separated",
    commands: RUNS,
  },
  /**
   * Explorers that must also show what was verified and proven: `etherscan`, `blockscout`, `routescan`, or configured
   * names. @default the configured ones
   */
  explorer: {
    kind: "list",
    value: "names",
    // A named explorer may be anywhere, but nothing leaves this machine with `local`.
    excludes: ["local"],
    help: "Explorers that have to show it too: etherscan, blockscout, routescan or configured ones, comma-separated",
    commands: ["verify", "deployments"],
  },
  /** Consensus timestamp for the query service, `seconds.nanoseconds`. @default now */
  at: {
    kind: "text",
    value: "timestamp",
    isProof: true,
    help: "Consensus timestamp (seconds.nanoseconds) at which the query service is asked",
    commands: ONE_CONTRACT,
  },
  forceOfCheck: {
    kind: "flag",
    name: "force",
    isHabit: true,
    help: "Not needed",
    commands: ["check"],
  },
  constructorArgs: {
    kind: "text",
    value: "file",
    isHabit: true,
    help: "Ignored: constructor arguments are read from the chain",
    commands: ONE_CONTRACT,
  },
  constructorArgsPath: {
    kind: "text",
    value: "file",
    isHabit: true,
    help: "Ignored: constructor arguments are read from the chain",
    commands: ONE_CONTRACT,
  },
  librariesPath: {
    kind: "text",
    value: "file",
    isHabit: true,
    help: "Ignored: addresses of libraries are read from the code",
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
      preflight: "Also list the contracts without findings, and the files that would be disclosed",
    },
    commands: ["verify", "check", "deployments", "preflight", "lock", "replay"],
  },
  quiet: {
    kind: "flag",
    short: "q",
    isArgument: true,
    help: "Show the verdict alone, in one line",
    commands: ["verify", "check", "deployments", "lock", "merge", "replay"],
  },
  report: {
    kind: "text",
    value: "format=path",
    isArgument: true,
    help: "Write reports: json, junit, markdown or html=<path>, several with commas",
    commands: ["verify", "check", "deployments", "preflight", "lock", "merge", "replay"],
  },
  /** Path of a file to keep all evidence for the result, for `replay`. @default none */
  evidence: {
    kind: "text",
    value: "file",
    help: "Keep everything that the result rests on in one file, such as run.evidence.gz, for replay",
    commands: NOT_LOCKING,
  },
  /**
   * Timeout in seconds. In a run over several contracts it applies to each, from the start of its turn.
   * @default `timeout` of the configuration, or 300
   */
  timeout: {
    kind: "seconds",
    value: "seconds",
    help: "Seconds for each contract, from when its turn comes; 300 unless configured",
    helpOf: { status: "Seconds for everything, 30 unless given" },
    commands: ["verify", "check", "deployments", "lock", "status"],
  },
  /**
   * Seconds to wait for code that a lagging node doesn't have yet, or 0 for a single attempt. The wait ends early if a
   * query service shows that there is no contract.
   * @default 17; 3 if nodes answer from their own state and no deployment record or named transaction is younger than a
   * minute; 0 on chains 31337 and 1337; or as configured by `retry.appearAttempts`
   */
  wait: {
    kind: "seconds",
    value: "seconds",
    mayBeZero: true,
    help: "Seconds to wait for code that a lagging node does not have yet; 3 to 17 unless given",
    commands: RUNS,
  },
  verificationPort: {
    kind: "port",
    value: "port",
    default: 5555,
    isArgument: true,
    help: "Port of the verification service, 0 for any free port",
    commands: ["serve"],
  },
  queryPort: {
    kind: "port",
    value: "port",
    default: 5551,
    isArgument: true,
    help: "Port of the query service, 0 for any free port",
    commands: ["serve"],
  },
  statusPort: {
    kind: "port",
    value: "port",
    default: 5552,
    isArgument: true,
    help: "Port of the status service, 0 for any free port",
    commands: ["serve"],
  },
  compileTimeout: {
    kind: "seconds",
    value: "seconds",
    isArgument: true,
    help: "Seconds for one verification; otherwise 180, and 60 more for each 100 kB of sources",
    commands: ["serve"],
  },
  allowOrigin: {
    kind: "list",
    value: "origins",
    isArgument: true,
    help: "Origins whose web pages may use the services, such as https://explorer.example, comma-separated; pages of this computer always may",
    commands: ["serve"],
  },
} as const satisfies Readonly<Record<string, Row>>;

/** A row and its names. */
export interface Option extends Row {
  readonly name: string;
  /** The key in a program's request. Missing if only the command line accepts the option. */
  readonly key?: string;
}

export const OPTIONS: readonly Option[] = Object.entries<Row>(TABLE).map(([key, row]) => ({
  name: key,
  ...(row.values === undefined ? {} : { value: row.values.join("|") }),
  ...row,
  ...(row.isArgument || row.isHabit ? {} : { key }),
}));

/** Returns a command's options, in the order of its help. */
export function optionsOf(command: Command): readonly (Option & { readonly description: string })[] {
  return OPTIONS.filter(({ commands }) => commands.includes(command)).map((option) => ({
    ...option,
    description: option.helpOf?.[command] ?? option.help,
  }));
}

/** True if an option was given. An unset flag and an empty list count as omitted. */
export function isGiven(value: unknown): boolean {
  return value !== undefined && value !== false && !(Array.isArray(value) && value.length === 0);
}

/** Converts a name to its flag, `--camel-case`. */
export function flagOf(name: string): string {
  return `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

/** The types of values in a program's request, by kind. */
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
type IsThere = RowsWith<{ kind: "flag" } | { kind: "port" }>;

type Positionals<C extends Command> = (typeof POSITIONAL)[C][number];

/** A command's arguments as parsed by a host. Flags and ports are always present, texts only if given. */
export type ArgumentsOf<C extends Command> = {
  readonly [P in Positionals<C> as P["name"]]: P extends { readonly isList: true }
    ? readonly string[]
    : string;
} & {
  readonly [K in RowsOf<C> & IsThere as NameOf<K>]: ValueOfKind[Table[K]["kind"]];
} & {
  readonly [K in Exclude<RowsOf<C>, IsThere> as NameOf<K>]?: string | undefined;
};

/** Every key of a request, with its row's docstring. */
type Values = {
  readonly [K in keyof Table]?:
    | (Table[K] extends { readonly values: readonly (infer V)[] } ? V : ValueOfKind[Table[K]["kind"]])
    | undefined;
};

/** The flags that also apply to one contract. Each reaches its stages unchanged. */
export type Flags = Pick<
  Values,
  Exclude<
    RowsWith<{ kind: "flag" }>,
    RowsWith<{ isArgument: true } | { isHabit: true } | { scope: "several" }>
  >
>;

/** Returns the flags that a request sets. */
export function givenFlags(request: object): Flags {
  const flags = OPTIONS.filter(({ kind, scope }) => kind === "flag" && scope !== "several");
  const set = flags.flatMap(({ key }) =>
    key !== undefined && Reflect.get(request, key) === true ? key : [],
  );
  return Object.fromEntries(set.map((key) => [key, true]));
}

/** The keys of a request that a command's options set. */
export type OptionsOf<C extends Command> = Pick<
  Values,
  Exclude<RowsOf<C>, RowsWith<{ isArgument: true } | { isHabit: true }>>
>;

/** Options of a check over one contract, or over several. */
export type CheckOptions<Scope extends "one" | "several"> = Omit<
  OptionsOf<"check">,
  RowsWith<{ scope: Exclude<"one" | "several", Scope> }>
>;
