/**
 * Every option of every command, once. A host declares its options from it; the keys of a program's request, the request
 * that options make, and the options of a command to paste follow from it. It imports nothing, because it is loaded with
 * each start of the host.
 */

export type Command =
  | "verify"
  | "check"
  | "deployments"
  | "preflight"
  | "lock"
  | "merge"
  | "replay"
  | "status"
  | "serve";

/** What each command does, for the help of a host, in the order of that help. */
export const DESCRIPTIONS: Readonly<Record<Command, string>> = {
  verify:
    "Verify a deployed contract, and cross-check the result against the chain, the query service and the build",
  check: "Cross-check what is verified against the chain, the query service and a build, and submit nothing",
  deployments:
    "Verify everything that was deployed by Ignition, hardhat-deploy, Foundry or OpenZeppelin Upgrades, and cross-check it",
  preflight:
    "Say before a deployment whether the contracts of the build will verify; needs no chain, and sends nothing",
  lock: "Check everything that was deployed, and write what was proven into the lock file, for check --locked",
  merge: "Join the JSON reports of the shards of a run over deployments, and end as the whole run would",
  replay:
    "Compute the result of recorded evidence anew, every check and claim: offline, unless a network is named to compare with",
  status: "Ask the network's status service whether the network is all right",
  serve: "Start a verification, a query and a status service for a development chain, on this computer only",
};

/** What stands after a command, in this order. A host lets each be left out, so that this is our error with our exit code. */
interface Positional {
  readonly name: string;
  readonly description: string;
  /** Takes all that follow. @default false */
  readonly isList?: boolean;
  /** A program may call it `address`. @default false */
  readonly isAddress?: boolean;
}

const TARGETS: Positional = {
  name: "targets",
  description:
    "Addresses, contract ids, and whatever deployments takes. Otherwise all that the project has deployed on the network's chain",
  isList: true,
  isAddress: true,
};

export const POSITIONAL: Readonly<Record<Command, readonly Positional[]>> = {
  verify: [
    { name: "target", description: "Address of the contract, or its id (0.0.1234)", isAddress: true },
    {
      name: "arguments",
      description: "Not needed: constructor arguments are read from the creation code",
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
  serve: [],
};

/** What a value is on the command line; in a request a list is an array, seconds are a number. */
type OptionKind = "flag" | "text" | "list" | "seconds" | "port";

export interface Option {
  /** In camel case; `--camel-case` on a command line. */
  readonly name: string;
  readonly kind: OptionKind;
  /** What the value is, in a word; none for a flag. */
  readonly value?: string;
  /** Of a program's request; none where the option is for the command line alone. */
  readonly key?: string;
  /** What leaving it out means. @default nothing */
  readonly default?: string | number;
  /** The commands that have it, each with the sentence of its help. */
  readonly commands: Readonly<Partial<Record<Command, string>>>;
}

const MIN_MATCH = "match or exact_match: what counts as good enough";
const SOURCES =
  "auto, minimal or full. auto: what the contract imports, and all only if that is needed to match";
const COMPILER_VERSION = "Long version of the compiler of --std-json-input, such as 0.8.28+commit.7893614a";
const NO_FOLLOW_PROXY =
  "Don't look at what a proxy runs. Otherwise it is looked at, and submitted only if records name it";
const REQUIRE_CREATION = "Ask the creation code to match too";
const PICK_IDENTICAL =
  "Of contracts with the same code, which nothing tells apart, take the first by name, the project's own before its packages'";
const FORCE = "Submit even when the stored match is good enough";
const FRESH = "Ignore the journal of earlier runs and submit again";
const DRY_RUN = "Show what would be sent, file by file, and the expected match; send nothing";
const REQUIRE = "Ids of claims that must not be open and of checks that must pass, several with commas";
const VERBOSE = "Also show all facts and every check";
const QUIET = "Show the verdict alone, in one line";
const ALL_NETWORKS =
  "On every configured network whose chain the deployment records name, but development chains";
const BUILDS = "File or folder of the builds, instead of those that belong to the deployments";
const EACH_TIMEOUT = "Seconds for each contract, from when its turn comes; 300 unless configured";
const BAIL = "End at the first contract that is not good enough";
const SHARD = "One part of the contracts, such as 2/3; the reports of all parts can be merged";
const AT = "Consensus timestamp (seconds.nanoseconds) at which the query service is asked";
const ARGUMENTS = "Not needed, as those after the address";
const LIBRARIES = "Not needed: addresses of libraries are read from the code";
const JSON_REPORT = "The report as JSON on stdout, progress on stderr";
const REPORT = "Write reports: json, junit, markdown or html=<path>, several with commas";
const EVIDENCE = "Keep everything that the result rests on in one file, such as run.evidence.gz, for replay";
const TIMEOUT = "Seconds for everything, 300 unless configured";

export const OPTIONS = [
  {
    name: "contract",
    kind: "text",
    value: "name",
    key: "contract",
    commands: {
      verify: "Which contract: Name or path/to/File.sol:Name. Otherwise it is found by its code",
      check: "Which contract of the build, for one contract: Name or path/to/File.sol:Name",
    },
  },
  {
    name: "creationTxHash",
    kind: "text",
    value: "hash",
    key: "creationTransactionHash",
    commands: {
      verify: "Hash of the creating transaction. Otherwise the record or the chain is asked",
      check: "Hash of the creating transaction, for one contract",
    },
  },
  {
    name: "buildInfo",
    kind: "text",
    value: "path",
    key: "buildInfo",
    commands: {
      verify: "File or folder of the build, instead of this project's artifacts",
      check: "File or folder of the build that it has to be, instead of this project's artifacts",
      deployments: BUILDS,
      preflight: "File or folder of the builds, instead of this project's artifacts",
      lock: BUILDS,
      replay: "File or folder of the build that it has to be, instead of that of the file",
    },
  },
  {
    name: "stdJsonInput",
    kind: "text",
    value: "file",
    key: "stdJsonInput",
    commands: {
      verify: "Submit exactly this standard JSON input (Solidity, Vyper, Fe); with --compiler-version",
      check: "Standard JSON input that it has to be (Solidity, Vyper, Fe); with --compiler-version",
    },
  },
  {
    name: "compilerVersion",
    kind: "text",
    value: "version",
    key: "compilerVersion",
    commands: { verify: COMPILER_VERSION, check: COMPILER_VERSION },
  },
  {
    name: "sources",
    kind: "text",
    value: "auto|minimal|full",
    key: "sources",
    default: "auto",
    commands: { verify: SOURCES, deployments: SOURCES },
  },
  {
    name: "minMatch",
    kind: "text",
    value: "match|exact_match",
    key: "minMatch",
    commands: {
      verify: MIN_MATCH,
      check: MIN_MATCH,
      deployments: MIN_MATCH,
      preflight: "match or exact_match: what only prevents an exact match is a warning, or an error",
      lock: MIN_MATCH,
    },
  },
  {
    name: "compile",
    kind: "flag",
    key: "compile",
    commands: {
      preflight: "Compile what would be submitted, by compilers of this computer, instead of predicting",
    },
  },
  {
    name: "requireCreation",
    kind: "flag",
    key: "requireCreation",
    commands: {
      verify: REQUIRE_CREATION,
      check: REQUIRE_CREATION,
      deployments: REQUIRE_CREATION,
      lock: REQUIRE_CREATION,
    },
  },
  {
    name: "recompile",
    kind: "flag",
    key: "recompile",
    commands: {
      check: "Also compile what is on record, by a compiler of this project, and compare",
      replay: "Compile what is on record, by a compiler of this project, instead of taking the file's word",
    },
  },
  {
    name: "followProxy",
    kind: "flag",
    key: "followProxy",
    commands: {
      verify: "Also verify what a proxy runs, its beacon, admin and facets, where a build here made them",
      check: "Also check what a proxy runs, its beacon, admin and facets, whoever made them",
      deployments:
        "Also verify what proxies run, their beacons, admins and facets, where a build here made them",
    },
  },
  {
    name: "noFollowProxy",
    kind: "flag",
    key: "noFollowProxy",
    commands: { verify: NO_FOLLOW_PROXY, check: NO_FOLLOW_PROXY, deployments: NO_FOLLOW_PROXY },
  },
  {
    name: "pickIdentical",
    kind: "flag",
    key: "pickIdentical",
    commands: {
      verify: PICK_IDENTICAL,
      check: PICK_IDENTICAL,
      deployments: PICK_IDENTICAL,
      lock: PICK_IDENTICAL,
    },
  },
  { name: "force", kind: "flag", key: "force", commands: { verify: FORCE, deployments: FORCE } },
  { name: "fresh", kind: "flag", key: "fresh", commands: { verify: FRESH, deployments: FRESH } },
  { name: "dryRun", kind: "flag", key: "dryRun", commands: { verify: DRY_RUN, deployments: DRY_RUN } },
  {
    name: "locked",
    kind: "flag",
    key: "locked",
    commands: { check: "Compare with the lock file: what is not as locked is drift. Needs no build" },
  },
  {
    name: "update",
    kind: "text",
    value: "name",
    key: "update",
    commands: {
      lock: "Accept what is found of one contract, by its name or address; the others stay as locked",
    },
  },
  {
    name: "allowUnverified",
    kind: "flag",
    key: "allowUnverified",
    commands: { lock: "Also lock what is not verified; the entry says so" },
  },
  {
    name: "allNetworks",
    kind: "flag",
    key: "allNetworks",
    commands: { check: ALL_NETWORKS, deployments: ALL_NETWORKS, lock: ALL_NETWORKS },
  },
  {
    name: "writeManifest",
    kind: "text",
    value: "file",
    key: "writeManifest",
    commands: {
      deployments:
        "Write the addresses of the named JSON files, which no tool wrote, as a manifest, and take that",
    },
  },
  {
    name: "bail",
    kind: "flag",
    key: "bail",
    commands: { check: BAIL, deployments: BAIL },
  },
  {
    name: "shard",
    kind: "text",
    value: "i/n",
    key: "shard",
    commands: { check: SHARD, deployments: SHARD },
  },
  {
    name: "require",
    kind: "list",
    value: "checks",
    key: "require",
    commands: { verify: REQUIRE, check: REQUIRE, deployments: REQUIRE, lock: REQUIRE },
  },
  { name: "at", kind: "text", value: "timestamp", key: "at", commands: { verify: AT, check: AT } },
  { name: "force", kind: "flag", commands: { check: "Not needed: nothing is submitted" } },
  { name: "constructorArgs", kind: "text", value: "file", commands: { verify: ARGUMENTS, check: ARGUMENTS } },
  {
    name: "constructorArgsPath",
    kind: "text",
    value: "file",
    commands: { verify: ARGUMENTS, check: ARGUMENTS },
  },
  { name: "librariesPath", kind: "text", value: "file", commands: { verify: LIBRARIES, check: LIBRARIES } },
  {
    name: "json",
    kind: "flag",
    commands: {
      verify: JSON_REPORT,
      check: JSON_REPORT,
      deployments: JSON_REPORT,
      preflight: JSON_REPORT,
      lock: JSON_REPORT,
      merge: JSON_REPORT,
      replay: JSON_REPORT,
      status: "The answer as JSON on stdout, progress on stderr",
    },
  },
  {
    name: "verbose",
    kind: "flag",
    commands: {
      verify: VERBOSE,
      check: VERBOSE,
      deployments: "Also show each contract with all facts and every check",
      preflight: "Also list the contracts without findings, and the files that would be disclosed",
      lock: VERBOSE,
      replay: VERBOSE,
    },
  },
  {
    name: "quiet",
    kind: "flag",
    commands: { verify: QUIET, check: QUIET, deployments: QUIET, lock: QUIET, merge: QUIET, replay: QUIET },
  },
  {
    name: "report",
    kind: "text",
    value: "format=path",
    commands: {
      verify: REPORT,
      check: REPORT,
      deployments: REPORT,
      preflight: REPORT,
      lock: REPORT,
      merge: REPORT,
      replay: REPORT,
    },
  },
  {
    name: "evidence",
    kind: "text",
    value: "file",
    key: "evidence",
    commands: { verify: EVIDENCE, check: EVIDENCE, deployments: EVIDENCE },
  },
  {
    name: "timeout",
    kind: "seconds",
    value: "seconds",
    key: "timeout",
    commands: {
      verify: TIMEOUT,
      check: "Seconds for everything, and of several contracts for each; 300 unless configured",
      deployments: EACH_TIMEOUT,
      lock: EACH_TIMEOUT,
      status: "Seconds for everything, 30 unless given",
    },
  },
  {
    name: "verificationPort",
    kind: "port",
    value: "port",
    default: 5555,
    commands: { serve: "Port of the verification service, 0 for any free port" },
  },
  {
    name: "queryPort",
    kind: "port",
    value: "port",
    default: 5551,
    commands: { serve: "Port of the query service, 0 for any free port" },
  },
  {
    name: "statusPort",
    kind: "port",
    value: "port",
    default: 5552,
    commands: { serve: "Port of the status service, 0 for any free port" },
  },
  {
    name: "compileTimeout",
    kind: "seconds",
    value: "seconds",
    commands: {
      serve: "Seconds for one verification; otherwise 180, and 60 more for each 100 kB of sources",
    },
  },
  {
    name: "allowOrigin",
    kind: "list",
    value: "origins",
    commands: {
      serve:
        "Origins whose web pages may use the services, such as https://explorer.example, comma-separated; pages of this computer always may",
    },
  },
] as const satisfies readonly Option[];

type Row = (typeof OPTIONS)[number];
type RowOf<C extends Command> = Extract<Row, { readonly commands: Readonly<Record<C, string>> }>;

/** The options of a command, in the order of its help. */
export function optionsOf(command: Command): readonly (Option & { readonly description: string })[] {
  return OPTIONS.flatMap((option: Option) => {
    const description = option.commands[command];
    return description === undefined ? [] : [{ ...option, description }];
  });
}

/** `--camel-case` */
export function flagOf(name: string): string {
  return `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

/** Values in a program's request, by the kind of the option. */
export interface ValueOfKind {
  readonly flag: boolean;
  readonly text: string;
  readonly list: readonly string[];
  readonly seconds: number;
  readonly port: number;
}

/** The arguments of a command as a host parses them: flags and ports are there, texts where they were given. */
export type ArgumentsOf<C extends Command> = {
  readonly [R in RowOf<C> as R["kind"] extends "flag" | "port" ? R["name"] : never]: ValueOfKind[R["kind"]];
} & {
  readonly [R in RowOf<C> as R["kind"] extends "flag" | "port" ? never : R["name"]]?: string | undefined;
};

/** Keys of a request that options of a command have, with the kinds of their values. */
export type KindsOf<C extends Command> = {
  readonly [R in Extract<RowOf<C>, { readonly key: string }> as R["key"]]: R["kind"];
};
