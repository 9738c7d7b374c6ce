import { existsSync } from "node:fs";
import path from "node:path";
import { advice, build } from "../../errors/next-step.ts";
import { findFoundryProject } from "./foundry-project.ts";

interface HostPaths {
  readonly root: string;
  /** Hardhat's `paths.artifacts`. */
  readonly artifacts: string;
  /** Hardhat's `paths.ignition`, which contains `deployments`. */
  readonly ignition?: string | undefined;
  /** hardhat-deploy's folder, with a subfolder for each network. */
  readonly hardhatDeploy?: string | undefined;
  readonly sources?: readonly string[] | undefined;
}

/** A project's root and the folders with its sources, builds and deployment records. Absolute paths. */
export type ProjectPaths = Readonly<Awaited<ReturnType<typeof resolveProjectPaths>>>;

export const HARDHAT_CONFIG = /^hardhat\.config\.[cm]?[jt]s$/;

export const FORGE_BUILD = advice("forge build --build-info");

export async function resolveProjectPaths({
  root,
  artifacts,
  ignition = path.join(root, "ignition"),
  hardhatDeploy = path.join(root, "deployments"),
  sources = [],
}: HostPaths) {
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
export function listArtifactFolders(project: Pick<ProjectPaths, "artifacts" | "foundry">): readonly string[] {
  const { artifacts, foundry } = project;
  return foundry.isConfigured && foundry.artifacts !== artifacts
    ? [foundry.artifacts, artifacts]
    : [artifacts];
}

/** Returns Ignition's deployments, which contain the deployed artifacts, and the project's current artifacts. */
export function listDefaultLocations(project: ProjectPaths): readonly string[] {
  return [getIgnitionDeployments(project), ...listArtifactFolders(project)];
}
