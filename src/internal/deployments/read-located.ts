import path from "node:path";
import type { ProjectPaths } from "../builds/project/project-paths.ts";
import { chainIdOf } from "./checked-values.ts";
import type { Located } from "./locate.ts";
import type { Deployment, DeploymentTool } from "./model.ts";
import { readBroadcast } from "./readers/foundry-broadcast.ts";
import { readHardhatDeploy } from "./readers/hardhat-deploy.ts";
import { readIgnition } from "./readers/ignition.ts";
import { readUpgradesManifest } from "./readers/openzeppelin.ts";
import { chainIdOfUpgrades } from "./readers/openzeppelin-files.ts";
import { orReason } from "./record-file.ts";

const READERS: Readonly<
  Record<DeploymentTool, (location: string, project: ProjectPaths) => Promise<readonly Deployment[]>>
> = {
  ignition: async (location, project) => [await readIgnition(location, project)],
  "hardhat-deploy": async (location, project) => [await readHardhatDeploy(location, project)],
  foundry: readBroadcast,
  openzeppelin: async (location, project) => [await readUpgradesManifest(location, project)],
  manifest: async (location, project) => {
    // With the parser of YAML, which only manifests need.
    const { readManifest } = await import("./readers/manifest.ts");
    return (await readManifest(location, project)).map(({ own }) => own);
  },
};

/** @throws VC704, VC705 */
export function readLocated(
  { tool, location }: Located,
  project: ProjectPaths,
): Promise<readonly Deployment[]> {
  return READERS[tool](location, project);
}

/**
 * Reads one of several records that the user did not name individually. Skips an unusable one with its reason, and does
 * not open a broadcast in the folder of another chain, nor a manifest with the name of another chain.
 *
 * @param chainId The chain that is asked for; undefined for all.
 */
export async function readOneOfMany(
  located: Located,
  chainId: number | undefined,
  project: ProjectPaths,
): Promise<readonly Deployment[]> {
  const { tool, location } = located;
  const empty = { tool, location, contracts: [], passedOver: [] };
  const chainOfPath = chainOfLocated(located);
  if (chainId !== undefined && chainOfPath !== undefined && chainOfPath !== chainId)
    return [{ ...empty, chainId: chainOfPath }];
  const broken = (reason: string): readonly Deployment[] => {
    const passedOver = { name: path.basename(location), file: location, reason, isBroken: true } as const;
    return [{ ...empty, chainId: undefined, passedOver: [passedOver] }];
  };
  const read = await orReason(readLocated(located, project));
  if (!("value" in read)) return broken(read.reason);
  if (chainOfPath === undefined) return read.value;
  const another = read.value.find((each) => each.chainId !== undefined && each.chainId !== chainOfPath);
  // The contradiction must not hide a record that may belong to this chain.
  if (another !== undefined)
    return broken(`it names chain ${another.chainId}, but is in the folder of chain ${chainOfPath}`);
  return read.value.map((each) => ({ ...each, chainId: chainOfPath }));
}

/** The chain that the path of a record states. */
function chainOfLocated({ tool, location }: Located): number | undefined {
  if (tool === "openzeppelin") return chainIdOfUpgrades(location);
  return tool === "foundry" ? chainIdOf(path.basename(path.dirname(location))) : undefined;
}
