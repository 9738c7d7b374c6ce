import path from "node:path";
import type { ProjectPaths } from "../builds/project/project-paths.ts";
import { formatPath } from "../builds/read-candidates.ts";
import { isContractName, isTarget } from "../domain/target.ts";
import { advice, retarget, verifyOne } from "../errors/next-step.ts";
import { type ProblemDetails, VerifyContractError } from "../errors/problem.ts";
import { didYouMean, findNearestName } from "../text/nearest.ts";
import { listFolder } from "./list-folder.ts";
import { type Located, locateAt } from "./locate.ts";
import { READERS } from "./readers/index.ts";
import { unusableRecord } from "./record-file.ts";

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
  { root }: ProjectPaths,
  namedIn: string | undefined,
): Promise<VerifyContractError> {
  const folders = [...new Set(places.map((place) => path.dirname(place)))];
  const listings = await Promise.all(folders.map((folder) => listFolder(folder).catch(() => undefined)));
  const extension = path.extname(name);
  // If the name may be an ID or a network, suggests only folders, and files that may be manifests.
  const names = listings.flatMap(({ files, folders: inner } = { files: [], folders: [] }, index) => {
    if (isPath) return [...inner, ...files];
    return index < folders.length - 1
      ? inner
      : files.filter((file) => extension !== "" && file.endsWith(extension));
  });
  const wanted = isPath ? path.basename(name) : name;
  const nearest = findNearestName(wanted, names);
  const meant =
    nearest === undefined || !isPath ? nearest : path.join(path.dirname(name), nearest).replaceAll("\\", "/");
  const { likely, next } = suggestion(name, meant);
  return new VerifyContractError("VC703", {
    values: { name },
    facts: [
      ["Looked in", folders.map((folder) => formatPath(folder, root)).join(", ")],
      ["Available", isPath || names.length === 0 ? undefined : names.slice(0, MOST_NAMES).join(", ")],
      ["Listed in", namedIn === undefined ? undefined : formatPath(namedIn, root)],
      ["Takes", meant === undefined ? TAKES : undefined],
    ],
    likely,
    next: namedIn === undefined ? next : undefined,
  });
}

const TAKES = [
  ...READERS.flatMap(({ ids }) => ids ?? []),
  "paths of deployments, broadcasts and manifests",
].join(", ");

function suggestion(name: string, nearest: string | undefined): Pick<ProblemDetails, "likely" | "next"> {
  if (isTarget(name))
    return { likely: "it is a contract, which needs no deployment record", next: verifyOne(name) };
  // A deployment may be named after a script, such as Deploy.s.sol, but its name has no colon.
  if (isContractName(name) && (nearest === undefined || name.includes(":")))
    return {
      likely: "it is the name of a contract in the build, not of a deployment",
      next: advice("pass the contract's address, or the deployment it belongs to"),
    };
  return nearest === undefined ? {} : { likely: didYouMean(nearest), next: retarget(name, nearest) };
}

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
