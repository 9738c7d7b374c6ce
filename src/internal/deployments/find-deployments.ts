import path from "node:path";
import type { ProjectPaths } from "../builds/project/project-paths.ts";
import { formatPath } from "../builds/read-candidates.ts";
import { advice, chooseNetwork } from "../errors/next-step.ts";
import { VerifyContractError } from "../errors/problem.ts";
import { findFirstLocated, listRecordFolders, locateInProject, readOneOfMany } from "./locate.ts";
import type { Deployment, DevelopmentNode, PassedOver } from "./model.ts";
import { readNamed } from "./read-named.ts";
import { READERS } from "./readers/index.ts";
import { nothingDeployed } from "./resolve-name.ts";

/**
 * Finds the deployments to a chain: those that the user named, or all in the project.
 *
 * @param node Called only if a tool keeps records for a development node with this chain ID.
 * @param forgotten The likely cause to report if the user chose no network.
 */
export async function findDeployments(
  names: readonly string[],
  chainId: number,
  project: ProjectPaths,
  cwd: string,
  node?: DevelopmentNode,
  forgotten?: string,
): Promise<readonly Deployment[]> {
  if (names.length > 0) return validateDeployments(await readNamed(names, chainId, project, cwd), project);
  const all = await readProject(project, chainId, node);
  const found = validateDeployments(
    all.filter((each) => each.chainId === chainId || each.chainId === undefined),
    project,
  );
  if (found.some(({ contracts }) => contracts.length > 0)) return found;
  const others = all.flatMap((each) => (each.chainId === chainId ? [] : (each.chainId ?? [])));
  const unused = found.flatMap(({ passedOver }) => passedOver);
  throw await noDeployments(chainId, others, unused, project, forgotten);
}

export interface ChainDeployments {
  readonly chainId: number;
  readonly deployments: readonly Deployment[];
}

/** Finds deployments on all chains, like {@link findDeployments}. */
export async function findFleet(names: readonly string[], project: ProjectPaths, cwd: string) {
  const read =
    names.length > 0 ? await readNamed(names, undefined, project, cwd) : await readProject(project);
  const byChain = Map.groupBy(validateDeployments(read, project), ({ chainId, contracts }) =>
    contracts.length === 0 ? undefined : chainId,
  );
  const chains = [...byChain].flatMap(([chainId, deployments]): readonly ChainDeployments[] =>
    chainId === undefined ? [] : [{ chainId, deployments }],
  );
  return {
    chains: chains.sort((one, other) => one.chainId - other.chainId),
    /** Records that contain no contracts, kept for their skipped entries. */
    others: byChain.get(undefined) ?? [],
  };
}

async function readProject(
  project: ProjectPaths,
  chainId?: number,
  node?: DevelopmentNode,
): Promise<readonly Deployment[]> {
  const ofNode =
    node === undefined || chainId === undefined
      ? []
      : await findFirstLocated((reader) => reader.locateOfNode?.(chainId, project, node) ?? []);
  const located = [...(await locateInProject(project)), ...ofNode];
  const all = await Array.fromAsync(located, (each) => readOneOfMany(each, chainId, project));
  return all.flat().map(withoutChainless);
}

/** Skips the contracts in a record that doesn't specify its chain, because only the user knows it. */
function withoutChainless(deployment: Deployment): Deployment {
  const { chainId, location, contracts, passedOver } = deployment;
  if (chainId !== undefined || contracts.length === 0) return deployment;
  const reason = "it doesn't specify its chain; pass it together with its network";
  const whole = { name: path.basename(location), file: location, reason };
  return { ...deployment, contracts: [], passedOver: [whole, ...passedOver] };
}

/** A broken record may hide a contract, so skipping it could make an incomplete run look complete. */
function validateDeployments(found: readonly Deployment[], { root }: ProjectPaths): readonly Deployment[] {
  const [first, ...others] = found.flatMap(({ passedOver }) => passedOver.filter(({ isBroken }) => isBroken));
  if (first === undefined) return markSuperseded(found);
  throw new VerifyContractError("VC704", {
    facts: [
      ["File", formatPath(first.file, root)],
      ["Record", first.name],
      ["Reason", first.reason],
      ["And", others.length === 0 ? undefined : `${others.length} more`],
    ],
    likely: "the file was truncated or edited and may lack a contract",
    next: advice("repair or remove the file, or pass the deployments to verify"),
  });
}

const SUPERSEDED = "no code at its address; superseded by a later broadcast of the same script";

/**
 * A script's older broadcasts are still verified, because each function has its own file. An address without code,
 * however, probably dates from before the chain was restarted.
 */
function markSuperseded(deployments: readonly Deployment[]): readonly Deployment[] {
  const newest = new Map<string, number>();
  for (const each of deployments) {
    const { timestampMs } = each.broadcast ?? {};
    if (timestampMs === undefined || each.contracts.every(({ mayHaveFailed }) => mayHaveFailed)) continue;
    newest.set(getScriptKey(each), Math.max(timestampMs, newest.get(getScriptKey(each)) ?? 0));
  }
  return deployments.map((each) => {
    const { timestampMs } = each.broadcast ?? {};
    const isOlder = timestampMs !== undefined && timestampMs < (newest.get(getScriptKey(each)) ?? 0);
    if (!isOlder) return each;
    return { ...each, contracts: each.contracts.map((it) => ({ ...it, whyGone: it.whyGone ?? SUPERSEDED })) };
  });
}

function getScriptKey({ broadcast, chainId }: Deployment): string {
  return JSON.stringify([broadcast?.script, chainId]);
}

/** Creates the error for a run with no contracts left. Exit code 0 would hide the fact that nothing was verified. */
export async function nothingRemains(
  names: readonly string[],
  chainId: number,
  [first]: readonly Deployment[],
  passedOver: readonly PassedOver[],
  project: ProjectPaths,
): Promise<VerifyContractError> {
  return names.length > 0 && first !== undefined
    ? nothingDeployed(first.location, passedOver)
    : noDeployments(chainId, [], passedOver, project);
}

async function noDeployments(
  chainId: number,
  otherChains: readonly number[],
  unused: readonly PassedOver[],
  project: ProjectPaths,
  forgotten?: string,
): Promise<VerifyContractError> {
  const show = (location: string): string => formatPath(location, project.root);
  const others = new Set(otherChains);
  const simulated = await Promise.all(READERS.map((reader) => reader.isSimulated?.(chainId, project)));
  const isSimulated = simulated.includes(true);
  const isElsewhere = forgotten !== undefined || (others.size > 0 && !isSimulated);
  const nothingHere = isSimulated
    ? {
        likely: "the script was only simulated, so nothing is deployed yet",
        next: advice("deploy it first (with forge script, add --broadcast)"),
      }
    : {
        likely: unused.length > 0 ? undefined : "nothing is deployed yet, or a different tool was used",
        next: advice(
          "name one contract by its address, or pass the path of a deployment or of a manifest (a list of addresses)",
        ),
      };
  return new VerifyContractError("VC701", {
    values: { chainId },
    facts: [
      ["Looked in", listRecordFolders(project).map(show).join(", ")],
      ["Chains found", others.size === 0 ? undefined : [...others].sort((a, b) => a - b).join(", ")],
      ...unused
        .slice(0, 5)
        .map(({ name, file, reason }) => ["Skipped", `${name} in ${show(file)}: ${reason}`] as const),
    ],
    ...(isElsewhere
      ? {
          likely: forgotten ?? "the wrong network is selected",
          next: chooseNetwork("choose the deployment's network with"),
        }
      : nothingHere),
  });
}
