import path from "node:path";
import type { BuildSource } from "../builds/build-source.ts";
import { defaultLocations, type ProjectPaths } from "../builds/project/project-paths.ts";
import type { Shard } from "../deployments/plan-targets.ts";
import { isLongVersion, isShortVersion } from "../domain/compiler-version.ts";
import { isTarget, parseTarget, parseTransactionHash, type Target } from "../domain/target.ts";
import { advice, type CommandOption, withOptions } from "../errors/next-step.ts";
import { invalidValue, VerifyContractError } from "../errors/problem.ts";
import type { VerifyRequest } from "../pipeline/request.ts";
import { CHECK_IDS, type CheckId } from "../report/check-ids.ts";
import { CLAIM_IDS } from "../report/claim-ids.ts";
import { nearestNames } from "../text/nearest.ts";
import { repeatedOptions } from "./command-line.ts";
import type { Host } from "./host.ts";
import { flagOf, type OptionsOf, optionsOf, SUBCOMMANDS } from "./options.ts";
import { type Mode, type Requests, validateRequest, validateTimeout, validateWait } from "./request.ts";

/** A request of any mode: a key that its mode has not was refused. */
type Asked = OptionsOf<"verify" | "check" | "deployments" | "lock"> & {
  readonly address?: string;
  readonly targets?: readonly string[] | undefined;
  readonly deployments?: readonly string[] | undefined;
  readonly connection?: unknown;
};

/** What can be validated of a run before a chain is asked. */
export interface ValidRun {
  readonly command: "verify" | "deployments" | "check" | "lock";
  readonly scope: "one" | "several";
  /** What is done with the lock file: compared with the contracts, or written. @default nothing */
  readonly lock?: "compare" | "write" | undefined;
  /** Name or address of the one contract that is looked at. @default all */
  readonly only?: string | undefined;
  /** As the user gave them: contracts and deployments. Empty for all that the project has. */
  readonly names: readonly string[];
  /** Those that name deployments. */
  readonly deployments: readonly string[];
  /** Those that name contracts. */
  readonly contracts: readonly Target[];
  /** On every configured network whose chain the records name. */
  readonly allNetworks: boolean;
  readonly isNetworkNamed: boolean;
  /** Path of a manifest to write for what no tool wrote. @default none */
  readonly writeManifest?: string | undefined;
  /** Also the contracts that belong to those which are named. */
  readonly takesRelated: boolean;
  readonly shard: Shard | undefined;
  readonly bail: boolean;
  /** Path of the file that keeps what the result rests on. @default none is written */
  readonly evidence: string | undefined;
  /** Those that a command for the same run repeats. */
  readonly options: readonly CommandOption[];
  /** Whether the journal of earlier runs is ignored. */
  readonly fresh: boolean;
  /** @default that of the chain's configuration */
  readonly minMatch: "match" | "exact_match" | undefined;
  readonly requireCreation: boolean;
  /** Of each contract. @default that of the chain's configuration */
  readonly timeoutMs: number | undefined;
  /** For which missing code is waited for. @default see `commands/code-wait.ts` */
  readonly waitMs: number | undefined;
  /** Of each contract. */
  readonly common: Omit<VerifyRequest, "target" | "requirement">;
}

/**
 * Validates what a run is asked for, and fills in the defaults that need no configuration.
 *
 * @throws VC101 to VC106, VC112, VC115
 */
export function validateRun<M extends Mode>(
  mode: M,
  request: Requests[M],
  paths: ProjectPaths,
  { words, globals }: Pick<Host, "words" | "globals">,
): ValidRun {
  validateRequest(request, mode, words);
  const asked: Asked = request;
  const { address, locked = false, allNetworks = false, bail = false, fresh = false, shard } = asked;
  if (locked) refuseBesideLocked(asked);
  const names = address === undefined ? (asked.deployments ?? asked.targets ?? []) : [address.trim()];
  const isContract = (name: string): boolean =>
    address !== undefined || (mode !== "deployments" && namesContract(name));
  const contracts = names.filter(isContract).map((name) => parseTarget(name, SUBCOMMANDS));
  const isNetworkNamed =
    asked.connection !== undefined || globals.some(([flag]) => flag === words.network.flag);
  contradicting(`--all-networks and ${words.network.flag}`, allNetworks && isNetworkNamed);
  // An address is of one network, and which one it is nothing says.
  contradicting("--all-networks and an address", allNetworks && contracts.length > 0);
  const action = mode === "verify" || mode === "deployments" ? "verify" : "check";
  const common = validateOptions(asked, paths, action);
  const lock = locked ? "compare" : mode === "lock" ? "write" : undefined;
  return {
    command: mode === "checks" ? "check" : mode,
    scope: address === undefined ? "several" : "one",
    lock,
    only: asked.update,
    names,
    deployments: names.filter((name) => !isContract(name)),
    contracts,
    allNetworks,
    isNetworkNamed: isNetworkNamed || address !== undefined,
    writeManifest: asked.writeManifest,
    takesRelated:
      !locked &&
      asked.stdJsonInput === undefined &&
      asked.update === undefined &&
      common.onlyNamed !== true &&
      asked.noFollowProxy !== true,
    shard: shard === undefined ? undefined : parseShard(shard),
    bail,
    evidence: asked.evidence,
    options: repeatedOptions(asked, "several"),
    fresh,
    minMatch: asked.minMatch,
    requireCreation: asked.requireCreation ?? false,
    timeoutMs: asked.timeout === undefined ? undefined : validateTimeout(asked.timeout) * 1000,
    waitMs: asked.wait === undefined ? undefined : validateWait(asked.wait) * 1000,
    common: {
      ...common,
      // The lock file has what the user and the records name, and where each proxy leads.
      ...(lock === undefined ? {} : { lookAtProxy: false }),
      ...(lock === "write" ? { isLocking: true } : {}),
    },
  };
}

/**
 * Whether a target of `check` names a contract, and not a deployment. An empty one does, so that it is refused: it is most
 * likely a shell variable that is not set.
 */
export function namesContract(text: string): boolean {
  return isTarget(text) || /^(0x.*|\d{1,10}|\s*)$/i.test(text);
}

/**
 * What asks for more than a comparison with the lock file: to ignore it would look like having done it.
 *
 * @throws VC112
 */
function refuseBesideLocked(request: object): void {
  const isGiven = (value: unknown): boolean =>
    value !== undefined && value !== false && !(Array.isArray(value) && value.length === 0);
  const first = optionsOf("check").find(
    ({ key = "", isProof }) => isProof && isGiven(Reflect.get(request, key)),
  );
  if (first !== undefined) contradicting(`--locked and ${flagOf(first.name)}`, true);
}

function validateOptions(
  request: Asked,
  paths: ProjectPaths,
  action: VerifyRequest["action"],
): ValidRun["common"] {
  const { recompile = false } = request;
  const hash = request.creationTransactionHash;
  const { force = false, dryRun = false, followProxy = false, noFollowProxy = false } = request;
  const { onlyNamed = false, stdJsonInput } = request;
  contradicting("--force and --dry-run", force && dryRun);
  contradicting("--fresh and --dry-run", (request.fresh ?? false) && dryRun);
  contradicting("--require and --dry-run", dryRun && (request.require ?? []).length > 0);
  contradicting("--follow-proxy and --no-follow-proxy", followProxy && noFollowProxy);
  contradicting("--std-json-input and --follow-proxy", followProxy && stdJsonInput !== undefined);
  contradicting("--only-named and --follow-proxy", onlyNamed && followProxy);
  return {
    options: repeatedOptions(request, "one"),
    contract: request.contract,
    creationTransactionHash: hash === undefined ? undefined : parseTransactionHash(hash),
    origins: [],
    lookedAt: new Set(),
    recorded: [],
    buildSource: buildSource(request, paths),
    projectRoot: paths.root,
    buildStep: paths.buildStep,
    sources: request.sources ?? "auto",
    action,
    required: validateRequired(request.require ?? [], {
      recompile,
      isInputGiven: stdJsonInput !== undefined,
    }),
    at: request.at === undefined ? undefined : validateTimestamp(request.at),
    recompile,
    followProxy,
    // A dry run shows what would be sent, and for that nothing of what a proxy runs.
    lookAtProxy: !noFollowProxy && !dryRun,
    onlyNamed,
    pickIdentical: request.pickIdentical ?? false,
    force,
    dryRun,
  };
}

function buildSource(
  { buildInfo, stdJsonInput: input, compilerVersion: version, sources }: Asked,
  paths: ProjectPaths,
): BuildSource {
  if (input === undefined) {
    if (version !== undefined) throw lonely("--compiler-version", "--std-json-input");
    return {
      kind: "build-files",
      locations: buildInfo === undefined ? defaultLocations(paths) : [path.resolve(buildInfo)],
      isNamed: buildInfo !== undefined,
    };
  }
  contradicting("--std-json-input and --build-info", buildInfo !== undefined);
  contradicting("--std-json-input and --sources minimal", sources === "minimal");
  if (version === undefined) throw lonely("--std-json-input", "--compiler-version");
  return {
    kind: "standard-json-input",
    file: path.resolve(input),
    compilerVersion: validateCompilerVersion(version),
  };
}

function contradicting(options: string, are: boolean): void {
  if (are) throw new VerifyContractError("VC112", { values: { options } });
}

function lonely(option: string, needed: string): VerifyContractError {
  return new VerifyContractError("VC115", { values: { option, needed } });
}

/** @throws VC106 */
function validateTimestamp(value: string): string {
  if (/^\d{1,10}(\.\d{1,9})?$/.test(value)) return value;
  throw invalidValue(
    "--at",
    value,
    "a consensus timestamp: seconds since 1970, and nanoseconds, such as 1795253078.123456789",
  );
}

/** More jobs than any CI starts at once. */
const MOST = 1000;

/** @throws VC106 */
function parseShard(value: string): Shard {
  const [, index = 0, count = 0] = (/^(\d{1,4})\/(\d{1,4})$/.exec(value.trim()) ?? []).map(Number);
  if (index >= 1 && index <= count && count <= MOST) return { index, count };
  throw invalidValue("--shard", value, `i/n, such as 1/3: i from 1 to n, n up to ${MOST}`);
}

/** A service takes a version without its commit, and then ends the job with `compiler_error`. @throws VC106 */
function validateCompilerVersion(value: string): string {
  const version = value.trim().replace(/^v/, "");
  if (isLongVersion(version)) return version;
  throw invalidValue(
    "--compiler-version",
    value,
    "the long version, with the commit, such as 0.8.28+commit.7893614a",
    {
      likely: isShortVersion(version) ? "it is the short form of a version" : undefined,
      next: advice(
        "read it from the build-info (solcLongVersion), from the metadata, or from the compiler's --version",
      ),
    },
  );
}

/**
 * Checks that each is the id of a check that will be made.
 *
 * @throws VC106, VC115
 */
function validateRequired(
  ids: readonly string[],
  { recompile, isInputGiven }: { readonly recompile: boolean; readonly isInputGiven: boolean },
): readonly string[] {
  needs(ids, "recompiled-here", recompile, "the command check with --recompile");
  needs(ids, "given-input", isInputGiven, "--std-json-input");
  needs(ids, "given-input-here", isInputGiven, "--std-json-input");
  const known: readonly string[] = [...new Set([...CLAIM_IDS, ...CHECK_IDS])];
  for (const id of ids) {
    if (known.includes(id)) continue;
    const [nearest] = nearestNames(id, known, 1);
    throw new VerifyContractError("VC106", {
      values: { option: "--require", value: id },
      facts: [
        ["Claims", CLAIM_IDS.join(", ")],
        ["Checks", "the ids that --verbose shows and docs/cross-checks.md explains"],
      ],
      likely: nearest === undefined ? undefined : `${nearest} is meant`,
      next:
        nearest === undefined
          ? undefined
          : withOptions([
              "--require",
              [...new Set(ids.map((each) => (each === id ? nearest : each)))].join(","),
            ]),
    });
  }
  return ids;
}

/** A rule that is not run for lack of an option would be no row in the table, and so could not fail. */
function needs(ids: readonly string[], id: CheckId, isThere: boolean, needed: string): void {
  if (!ids.includes(id) || isThere) return;
  throw new VerifyContractError("VC115", { values: { option: `--require ${id}`, needed } });
}
