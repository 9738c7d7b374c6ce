import { existsSync } from "node:fs";
import path from "node:path";

import { advice, build, type NextStep } from "../../errors/next-step.ts";
import { type FoundryProject, findFoundryProject } from "./foundry-project.ts";

/** A project's root and the folders with its builds and deployment records. Absolute paths. */
export interface ProjectPaths {
  readonly root: string;
  /** Hardhat's `paths.artifacts`. */
  readonly artifacts: string;
  /** Hardhat's `paths.ignition`, which contains `deployments`. */
  readonly ignition: string;
  /** hardhat-deploy's folder, with a subfolder for each network. */
  readonly hardhatDeploy: string;
  readonly foundry: FoundryProject;
  /** Hardhat's and Foundry's source folders. Empty if unknown. */
  readonly sources: readonly string[];
  readonly buildStep: NextStep;
}

interface HostPaths extends Pick<ProjectPaths, "root" | "artifacts"> {
  readonly ignition?: string | undefined;
  readonly hardhatDeploy?: string | undefined;
  readonly sources?: readonly string[] | undefined;
}

export const FORGE_BUILD = advice("forge build --build-info");

export async function resolveProjectPaths({
  root,
  artifacts,
  ignition = path.join(root, "ignition"),
  hardhatDeploy = path.join(root, "deployments"),
  sources = [],
}: HostPaths): Promise<ProjectPaths> {
  const foundry = await findFoundryProject(root);
  const hasHostSources = sources.some((folder) => folder !== foundry.sources && existsSync(folder));
  const buildStep = foundry.isConfigured && !hasHostSources ? FORGE_BUILD : build;
  const foundrySources = foundry.isConfigured ? [foundry.sources] : [];
  return {
    root,
    artifacts,
    ignition,
    hardhatDeploy,
    foundry,
    sources: [...new Set([...sources, ...foundrySources])],
    buildStep,
  };
}

export function getIgnitionDeployments({ ignition }: Pick<ProjectPaths, "ignition">): string {
  return path.join(ignition, "deployments");
}

/** Returns the folders with the project's current artifacts, Hardhat's last. */
export function listArtifactFolders({
  artifacts,
  foundry,
}: Pick<ProjectPaths, "artifacts" | "foundry">): readonly string[] {
  return foundry.isConfigured && foundry.artifacts !== artifacts
    ? [foundry.artifacts, artifacts]
    : [artifacts];
}

/** Returns Ignition's deployments, which contain the deployed artifacts, and the project's current artifacts. */
export function listDefaultLocations(project: ProjectPaths): readonly string[] {
  return [getIgnitionDeployments(project), ...listArtifactFolders(project)];
}
