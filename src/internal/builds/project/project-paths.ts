import { existsSync } from "node:fs";
import path from "node:path";

import { type FoundryProject, foundryProjectAround } from "./foundry-project.ts";

/** Where a project is, and where its tools keep builds and records. Absolute paths. */
export interface ProjectPaths {
  readonly root: string;
  /** Of Hardhat. */
  readonly artifacts: string;
  /** What the configuration calls `paths.ignition`; the deployments are in `deployments` inside of it. */
  readonly ignition: string;
  readonly foundry: FoundryProject;
  /** What compiles the project, for advice. */
  readonly buildCommand: string;
}

/** What the host says of a project. */
interface HostPaths extends Pick<ProjectPaths, "root" | "artifacts"> {
  /** @default `ignition` in the root */
  readonly ignition?: string | undefined;
  /** Folders of sources that the host compiles. @default none */
  readonly sources?: readonly string[] | undefined;
}

const HARDHAT_BUILD = "npx hardhat build";
const FORGE_BUILD = "forge build --build-info";

/** Completes what the host says with what Foundry's configuration says. */
export async function projectPathsOf({
  root,
  artifacts,
  ignition = path.join(root, "ignition"),
  sources = [],
}: HostPaths): Promise<ProjectPaths> {
  const foundry = await foundryProjectAround(root);
  const isHardhatsToo = sources.some((folder) => folder !== foundry.sources && existsSync(folder));
  const buildCommand = foundry.isConfigured && !isHardhatsToo ? FORGE_BUILD : HARDHAT_BUILD;
  return { root, artifacts, ignition, foundry, buildCommand };
}

/** Where Ignition keeps its deployments. */
export function ignitionDeployments({ ignition }: Pick<ProjectPaths, "ignition">): string {
  return path.join(ignition, "deployments");
}

/** What the project is compiled to now; Hardhat's artifacts are the last. */
export function compiledTo({
  artifacts,
  foundry,
}: Pick<ProjectPaths, "artifacts" | "foundry">): readonly string[] {
  return foundry.isConfigured && foundry.artifacts !== artifacts
    ? [foundry.artifacts, artifacts]
    : [artifacts];
}

/** What Ignition kept of each deployment, which is what was deployed, and what the project is compiled to now. */
export function defaultLocations(project: ProjectPaths): readonly string[] {
  return [ignitionDeployments(project), ...compiledTo(project)];
}
