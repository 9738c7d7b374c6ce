import path from "node:path";
import type { CandidateSet } from "../../builds/candidate-set.ts";
import { isInside } from "../../builds/project/folders-around.ts";
import { getContractKey } from "../../builds/same-contract.ts";
import { selectContracts } from "../../builds/select-contracts.ts";
import { listWithoutMetadata } from "../../builds/without-metadata.ts";
import type { BuildCandidate } from "../../domain/build.ts";
import { DEPENDENCY } from "../../domain/package-source.ts";
import { advice, retarget } from "../../errors/next-step.ts";
import { VerifyContractError } from "../../errors/problem.ts";
import type { PreflightName, PreflightReport } from "../../report/preflight/model.ts";
import { formatCount, joinWords } from "../../text/amounts.ts";
import { distinct } from "../../text/is-object.ts";
import type { PreflightPorts, PreflightRequest } from "./subject.ts";

export const NOTHING_LEFT_OUT: PreflightReport["leftOut"] = {
  tests: 0,
  scripts: 0,
  dependencies: 0,
  withoutMetadata: 0,
};

export interface Selected {
  /** Any contract in the build may be indistinguishable from a selected one. */
  readonly set: CandidateSet;
  readonly chosen: readonly BuildCandidate[];
  readonly leftOut: PreflightReport["leftOut"];
}

/** @throws VC110 for an unknown name, VC201 and VC202 for unreadable builds, VC233 if no contract is left. */
export async function selectCandidates(
  { contracts, builds }: PreflightRequest,
  { builds: cache, paths }: PreflightPorts,
): Promise<Selected> {
  const { locations } = builds;
  const set = await cache.read(locations, paths.root, paths.buildStep);
  if (contracts.length > 0)
    return selectNamed(contracts, set, () => cache.readWider(locations, paths.root, false), paths);
  const origins = Map.groupBy(set.candidates, (candidate) => {
    const { root } = detectTool(candidate, paths) === "foundry" ? paths.foundry : paths;
    return detectOrigin(candidate.sourceName, root, paths.sources);
  });
  const select = (origin: Origin) => distinct(origins.get(origin) ?? [], getContractKey);
  const count = (origin: Origin) => select(origin).length;
  const leftOut = {
    tests: count("tests"),
    scripts: count("scripts"),
    dependencies: count("dependencies"),
    withoutMetadata: listWithoutMetadata(locations, set.candidates).length,
  };
  const chosen = select("project");
  if (chosen.length === 0) throw nothingToDeploy(set, leftOut);
  return { set, chosen, leftOut };
}

/** Hardhat 3 writes no artifacts for packages. */
async function selectNamed(
  names: readonly string[],
  quick: CandidateSet,
  wider: () => Promise<CandidateSet>,
  { buildStep }: PreflightPorts["paths"],
): Promise<Selected> {
  const selectFrom = (set: CandidateSet): Selected => {
    const wanted = names.flatMap((name) =>
      selectContracts(set.candidates, name, set.where, buildStep, (nearest) => retarget(name, nearest)),
    );
    return { set, chosen: distinct(wanted, getContractKey), leftOut: NOTHING_LEFT_OUT };
  };
  try {
    return selectFrom(quick);
  } catch (error) {
    if (!(error instanceof VerifyContractError) || error.code !== "VC110") throw error;
    return selectFrom(await wider());
  }
}

export function detectTool(
  { file }: Pick<BuildCandidate, "file">,
  { foundry, artifacts }: Pick<PreflightPorts["paths"], "foundry" | "artifacts">,
): PreflightName["tool"] {
  if (foundry.isConfigured && isInside(foundry.artifacts, file)) return "foundry";
  return isInside(artifacts, file) ? "hardhat" : "other";
}

function nothingToDeploy({ where }: CandidateSet, leftOut: PreflightReport["leftOut"]): VerifyContractError {
  const { withoutMetadata, ...others } = leftOut;
  const counted = [
    ...Object.entries(others).flatMap(([origin, count]) =>
      count > 0 ? `${formatCount(count, "contract")} from ${origin}` : [],
    ),
    ...(withoutMetadata > 0 ? [`${formatCount(withoutMetadata, "contract")} without metadata`] : []),
  ];
  return new VerifyContractError("VC233", {
    facts: [
      ["Looked in", where],
      ["Left out", counted.length === 0 ? undefined : joinWords(counted)],
    ],
    next: advice("specify the contracts to deploy as path/to/File.sol:Name"),
  });
}

export type Origin = "project" | "tests" | "scripts" | "dependencies";

const TEST = /\.t\.sol$|(?:^|\/)tests?\//i;
const SCRIPT = /\.s\.sol$|(?:^|\/)scripts?\//i;

/** All paths are absolute, except a source name, which is relative to the root in most builds. */
export function detectOrigin(sourceName: string, root: string, sources: readonly string[]): Origin {
  const folders = sources.length === 0 ? [root] : sources;
  const inRoot = relative(root, path.resolve(root, sourceName));
  const inSources = folders
    .map((folder) => ({ folder, name: relative(folder, path.resolve(root, sourceName)) }))
    .find(({ name }) => name !== undefined);
  // If the root is the source folder, it also contains the dependencies, so only the path distinguishes the project's
  // own files.
  const isOwn =
    inSources !== undefined && (inSources.folder !== root || !DEPENDENCY.test(inSources.name ?? ""));
  const name = (isOwn ? inSources.name : inRoot) ?? sourceName;
  if (!isOwn && DEPENDENCY.test(name)) return "dependencies";
  if (TEST.test(name)) return "tests";
  if (SCRIPT.test(name)) return "scripts";
  return isOwn ? "project" : "dependencies";
}

function relative(folder: string, file: string): string | undefined {
  return isInside(folder, file) ? path.relative(folder, file).split(path.sep).join("/") : undefined;
}
