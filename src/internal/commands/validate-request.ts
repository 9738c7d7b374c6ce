import path from "node:path";
import type { BuildSource } from "../builds/build-source.ts";
import { listDefaultLocations, type ProjectPaths } from "../builds/project/project-paths.ts";
import { CHECKS } from "../cross-check/checks/index.ts";
import type { Shard } from "../deployments/plan-targets.ts";
import { isLongVersion, isShortVersion } from "../domain/compiler-version.ts";
import {
  flagOf,
  flagsNotOf,
  givenFlags,
  isGiven,
  type OptionsOf,
  optionsOf,
  SUBCOMMANDS,
} from "../domain/options.ts";
import { isTarget, parseTarget, parseTransactionHash } from "../domain/target.ts";
import { advice, correctName, type NextStep, otherCommand, withoutOptions } from "../errors/next-step.ts";
import { invalidValue, VerifyContractError } from "../errors/problem.ts";
import type { VerifyRequest } from "../pipeline/request.ts";
import { CLAIM_IDS } from "../report/claim-ids.ts";
import { didYouMean, findNearestName } from "../text/nearest.ts";
import type { CommandWords } from "./host.ts";
import {
  contradictingOptions,
  getCommand,
  isNetworkNamed,
  listRepeatedOptions,
  type Mode,
  type Requests,
  validateRequest,
} from "./request.ts";

/** A request in any mode, after unsupported keys have been rejected. */
type Asked = OptionsOf<"verify" | "check" | "deployments" | "lock"> & {
  readonly address?: string;
  readonly targets?: readonly string[] | undefined;
  readonly deployments?: readonly string[] | undefined;
  readonly connection?: unknown;
};

/** A run, validated as far as possible without querying a chain. */
export type ValidRun = ReturnType<typeof validateRun>;

export function validateRun<M extends Mode>(
  mode: M,
  request: Requests[M],
  paths: ProjectPaths,
  host: CommandWords,
) {
  const { words } = host;
  // Reports an invalid target before contradictory options, because it is the likelier mistake.
  validateRequest(request, mode, words, () => void parseTargets(mode, request));
  const asked: Asked = request;
  const {
    address,
    locked = false,
    allNetworks = false,
    bail = false,
    fresh = false,
    local = false,
    shard,
  } = asked;
  if (locked) refuseWithLocked(asked);
  const { names, deployments, contracts } = parseTargets(mode, request);
  const isNamed = asked.connection !== undefined || isNetworkNamed(host);
  if (allNetworks && isNamed)
    throw contradictingOptions("--all-networks", words.network.flag, "--all-networks");
  // An address belongs to one network but doesn't identify that network.
  if (allNetworks && contracts.length > 0)
    throw contradictingOptions("--all-networks", "an address", "--all-networks");
  if (allNetworks && local) throw contradictingOptions("--all-networks", "--local", "--all-networks");
  const { verification } = words.urlSources ?? {};
  // A URL in an environment variable is easily forgotten, and sources could be sent there unintentionally.
  if (local && verification !== undefined)
    throw contradictingOptions("--local", verification, verification.startsWith("--") ? verification : null);
  const lock = locked ? "compare" : mode === "lock" ? "write" : undefined;
  const common: ReturnType<typeof validateOptions> = {
    ...validateOptions(asked, paths, mode === "verify" || mode === "deployments" ? "verify" : "check"),
    // Proxies aren't followed, because the lock file lists only contracts named by the user or in a deployment record,
    // and each proxy's entry includes its implementation.
    ...(lock === undefined ? {} : { lookAtProxy: false }),
    ...(lock === "write" ? { isLocking: true } : {}),
  };
  return {
    command: getCommand(mode),
    scope: address === undefined ? ("several" as const) : ("one" as const),
    /** How the run uses the lock file. Undefined if it doesn't. */
    lock: lock as "compare" | "write" | undefined,
    /** Names or addresses to update. @default all */
    only: asked.update,
    /** All targets that the user named. An empty list selects everything in the project. */
    names,
    deployments,
    contracts,
    allNetworks,
    isNetworkNamed: isNamed || address !== undefined,
    writeManifest: asked.writeManifest,
    /** True to include contracts related to the named ones. */
    takesRelated:
      !locked && asked.stdJsonInput === undefined && asked.onlyNamed !== true && asked.noFollowProxy !== true,
    shard: shard === undefined ? undefined : parseShard(shard),
    bail,
    evidence: asked.evidence,
    /** The options for a suggested command that repeats this run. */
    options: listRepeatedOptions(asked, "several"),
    local,
    fresh,
    minMatch: asked.minMatch,
    requireCreation: asked.requireCreation ?? false,
    timeoutMs: asked.timeout === undefined ? undefined : asked.timeout * 1000,
    /** The explorers to use. @default the configured ones */
    explorers: asked.explorer?.length === 0 ? undefined : asked.explorer,
    requiresExplorer: requiresExplorer(asked, common.action),
    /** Milliseconds to wait for missing code. @default see `commands/code-wait.ts` */
    waitMs: asked.wait === undefined ? undefined : asked.wait * 1000,
    common,
  };
}

function parseTargets(mode: Mode, { address, deployments, targets }: Asked) {
  const names: readonly string[] = address === undefined ? (deployments ?? targets ?? []) : [address.trim()];
  const isContract = (name: string): boolean =>
    address !== undefined || (mode !== "deployments" && namesContract(name));
  return {
    names,
    deployments: names.filter((name) => !isContract(name)) as readonly string[],
    contracts: names.filter(isContract).map((name) => parseTarget(name, SUBCOMMANDS)),
  };
}

/** An empty target probably comes from an unset shell variable. It is treated as a contract, so that validation rejects it. */
export function namesContract(text: string): boolean {
  return isTarget(text) || /^(0x.*|\d{1,10}|\s*)$/i.test(text);
}

/** Refuses options that a comparison with the lock file ignores, because the run would only appear to honor them. */
function refuseWithLocked(request: object): void {
  const first = optionsOf("check").find(
    ({ key = "", isRefusedWithLocked }) => isRefusedWithLocked && isGiven(Reflect.get(request, key)),
  );
  if (first !== undefined) throw contradictingOptions("--locked", flagOf(first.name));
}

function validateOptions(
  request: Asked,
  paths: ProjectPaths,
  action: VerifyRequest["action"],
): Omit<VerifyRequest, "target" | "requirement"> {
  const { recompile = false, dryRun = false, creationTransactionHash: hash } = request;
  return {
    ...givenFlags(request),
    options: listRepeatedOptions(request, "one"),
    contract: request.contract,
    creationTransactionHash: hash === undefined ? undefined : parseTransactionHash(hash),
    origins: [],
    lookedAt: new Set(),
    recorded: [],
    buildSource: createBuildSource(request, paths),
    projectRoot: paths.root,
    buildStep: getBuildStep(paths, request.buildInfo),
    sources: request.sources ?? "auto",
    action,
    required: validateRequired(request.require ?? [], recompile, request.stdJsonInput !== undefined),
    at: request.at === undefined ? undefined : validateTimestamp(request.at),
    // A dry run only shows what would be sent, so it doesn't need the proxy's implementation.
    lookAtProxy: request.noFollowProxy !== true && !dryRun,
  };
}

/** Compiling writes to the project's folders, not to a folder named with `--build-info`. */
export function getBuildStep({ buildStep }: ProjectPaths, buildInfo: string | undefined): NextStep {
  return buildInfo === undefined ? buildStep : withoutOptions("--build-info");
}

function createBuildSource(
  { buildInfo, stdJsonInput: input, compilerVersion = "", sources }: Asked,
  paths: ProjectPaths,
): BuildSource {
  if (input !== undefined) {
    if (sources === "minimal") throw contradictingOptions("--std-json-input", "--sources minimal");
    const version = validateCompilerVersion(compilerVersion);
    return { kind: "standard-json-input", file: path.resolve(input), compilerVersion: version };
  }
  const isNamed = buildInfo !== undefined;
  return {
    kind: "build-files",
    locations: isNamed ? [path.resolve(buildInfo)] : listDefaultLocations(paths),
    isNamed,
  };
}

function validateTimestamp(value: string): string {
  if (/^\d{1,10}(\.\d{1,9})?$/.test(value)) return value;
  throw invalidValue(
    "--at",
    value,
    "a consensus timestamp: seconds since 1970, and nanoseconds, such as 1795253078.123456789",
  );
}

/** The only value of `--require` that isn't the ID of a claim or check. */
const EXPLORER = "explorer";

function requiresExplorer(
  { require: required = [], evidence }: Asked,
  action: VerifyRequest["action"],
): boolean {
  if (!required.includes(EXPLORER)) return false;
  if (action === "check")
    throw new VerifyContractError("VC115", {
      values: {
        option: "--require explorer",
        needed: "a command that verifies, because check submits nothing",
      },
      next: advice("leave explorer out of --require"),
    });
  // Evidence doesn't include explorers' answers, so a replay couldn't reproduce the exit code.
  if (evidence !== undefined) throw contradictingOptions("--require explorer", "--evidence");
  return true;
}

/** No CI service runs more jobs than this in parallel. */
const MOST = 1000;

function parseShard(value: string): Shard {
  const [, index = 0, count = 0] = (/^(\d{1,4})\/(\d{1,4})$/.exec(value.trim()) ?? []).map(Number);
  if (index >= 1 && index <= count && count <= MOST) return { index, count };
  throw invalidValue("--shard", value, `i/n, such as 1/3, with i from 1 to n and n up to ${MOST}`);
}

/** Services accept a version without its commit, but the job then fails with `compiler_error`. */
function validateCompilerVersion(value: string): string {
  const version = value.trim().replace(/^v/, "");
  if (isLongVersion(version)) return version;
  throw invalidValue(
    "--compiler-version",
    value,
    "the long version, with the commit, such as 0.8.28+commit.7893614a",
    {
      likely: isShortVersion(version) ? "it is a short version" : undefined,
      next: advice(
        "find it in the metadata, in Hardhat's build-info (solcLongVersion), or with the compiler's --version",
      ),
    },
  );
}

function validateRequired(
  ids: readonly string[],
  recompile: boolean,
  isInputGiven: boolean,
): readonly string[] {
  requireOption(ids, "recompiled-here", recompile, "check --recompile", RECOMPILE);
  for (const id of ["given-input", "given-input-here"])
    requireOption(ids, id, isInputGiven, "--std-json-input", advice(`leave ${id} out of --require`));
  const known: readonly string[] = [...new Set([...CLAIM_IDS, ...CHECKS.map(({ id }) => id), EXPLORER])];
  for (const id of ids) {
    if (known.includes(id)) continue;
    const nearest = findNearestName(id, known);
    throw new VerifyContractError("VC106", {
      values: { option: "--require", value: id },
      facts: [
        ["Claims", CLAIM_IDS.join(", ")],
        ["Checks", "the ids shown by check --verbose"],
        ["Also", `${EXPLORER}: every selected explorer shows the contract`],
      ],
      likely: didYouMean(nearest),
      next: correctName("--require", ids, id, nearest),
    });
  }
  return ids.filter((id) => id !== EXPLORER);
}

/** Unless its option is set, the check doesn't run, so it could never fail. */
function requireOption(
  ids: readonly string[],
  id: string,
  isThere: boolean,
  needed: string,
  next: NextStep,
): void {
  if (!ids.includes(id) || isThere) return;
  throw new VerifyContractError("VC115", { values: { option: `--require ${id}`, needed }, next });
}

const RECOMPILE = otherCommand("check", flagsNotOf("check"), ["--recompile"]);
