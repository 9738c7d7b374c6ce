import path from "node:path";
import type { ProjectPaths } from "../builds/project/project-paths.ts";
import { formatPath } from "../builds/read-candidates.ts";
import { isTarget } from "../domain/target.ts";
import { advice, retarget, verifyOne } from "../errors/next-step.ts";
import { VerifyContractError } from "../errors/problem.ts";
import { didYouMean, findNearestName } from "../text/nearest.ts";
import { type Located, locateAt } from "./locate.ts";
import { READERS } from "./readers/index.ts";
import { listFolder, unusableRecord } from "./record-file.ts";

const MOST_NAMES = 10;

/**
 * A name with a separator or a leading dot is a path. Any other name is tried as an ID with each tool, then as a path.
 */
export async function resolveName(
  name: string,
  project: ProjectPaths,
  from: string,
  namedIn?: string,
): Promise<readonly Located[]> {
  const ofIds = READERS.flatMap(({ ids, folder }) =>
    ids === undefined || folder === undefined ? [] : path.join(folder(project), name),
  );
  const isPath = /[/\\]/.test(name) || name.startsWith(".") || path.isAbsolute(name);
  const asPath = path.resolve(from, name);
  const places = isPath ? [asPath] : [...ofIds, asPath];
  let refusal: VerifyContractError | undefined;
  for (const place of name === "" ? [] : places) {
    try {
      const located = await locateAt(place, project, place === asPath ? name : place);
      if (located !== undefined) return located;
    } catch (error) {
      if (!(error instanceof VerifyContractError)) throw error;
      // An unrelated folder may have this name, while the next place contains the deployment.
      refusal ??= error;
    }
  }
  if (refusal !== undefined) throw refusal;
  throw await nothingNamed(name, places, isPath, project, namedIn);
}

async function nothingNamed(
  name: string,
  places: readonly string[],
  isPath: boolean,
  project: ProjectPaths,
  namedIn: string | undefined,
): Promise<VerifyContractError> {
  const { root } = project;
  const folders = [...new Set(places.map((place) => path.dirname(place)))];
  // The last folder can be any folder at all, so its contents are listed only for a path.
  const listed = isPath ? folders : folders.slice(0, -1);
  const listings = await Promise.all(listed.map((folder) => listFolder(folder).catch(() => undefined)));
  const names = listings.flatMap((listing) => [
    ...(listing?.folders ?? []),
    ...(isPath ? (listing?.files ?? []) : []),
  ]);
  if (!isPath) names.push(...(await listPaths(project)));
  const nearest = findNearestName(path.basename(name), names);
  const meant = nearest === undefined ? undefined : path.join(path.dirname(name), nearest);
  const other = isTarget(name)
    ? verifyOne(name)
    : meant === undefined
      ? advice("name a deployment that exists, or verify a contract by its address")
      : retarget(name, meant);
  return new VerifyContractError("VC703", {
    values: { name },
    facts: [
      ["Looked in", folders.map((folder) => formatPath(folder, root)).join(", ")],
      ["Available", names.length === 0 ? undefined : names.slice(0, MOST_NAMES).join(", ")],
      ["Listed in", namedIn === undefined ? undefined : formatPath(namedIn, root)],
      ["Takes", TAKES],
    ],
    likely: isTarget(name) ? "it is a contract, which needs no deployment record" : didYouMean(meant),
    next: namedIn === undefined ? other : undefined,
  });
}

/** Some deployments have no ids, such as Foundry's broadcasts. */
async function listPaths(project: ProjectPaths): Promise<readonly string[]> {
  const found = READERS.flatMap(({ ids, folder }) => (ids === undefined ? (folder?.(project) ?? []) : []));
  const listings = found.map(async (folder) => {
    const listing = await listFolder(folder).catch(() => undefined);
    return listing?.folders.map((name) => formatPath(path.join(folder, name), process.cwd())) ?? [];
  });
  return (await Promise.all(listings)).flat();
}

const TAKES = [
  ...READERS.flatMap(({ ids }) => ids ?? []),
  "paths of deployments, broadcasts and manifests",
].join(", ");

/** Creates VC704 for a deployment without contracts, with the reason for the first skipped entry. */
export function nothingDeployed(
  location: string,
  passedOver: readonly { readonly name: string; readonly reason: string }[],
): VerifyContractError {
  const [first] = passedOver;
  const reason = first === undefined ? "" : `; ${first.name}: ${first.reason}`;
  return unusableRecord(location, `it lists no deployed contract${reason}`, {
    next: advice("deploy it first (with forge script, add --broadcast), or pass another deployment"),
  });
}
