import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import {
  type ProjectPaths,
  resolveProjectPaths,
} from "../../../src/internal/builds/project/project-paths.ts";
import type { Deployment } from "../../../src/internal/deployments/model.ts";
import type { Facts } from "../../build-fixtures/facts.ts";

export const FIXTURES = fileURLToPath(new URL("../../fixtures/build-files/", import.meta.url));

/** A contract's facts on chain. */
export type ChainFact = Facts["contracts"][number];

export function factsOf(tool: string): readonly ChainFact[] {
  const { contracts } = JSON.parse(readFileSync(`${FIXTURES}${tool}/facts.json`, "utf8"));
  return contracts;
}

export function projectOf(tool: string): Promise<ProjectPaths> {
  return projectAt(FIXTURES + tool);
}

export function projectAt(root: string): Promise<ProjectPaths> {
  return resolveProjectPaths({ root, artifacts: `${root}/artifacts` });
}

export function namesOf({ contracts }: Deployment): Readonly<Record<string, string | undefined>> {
  return Object.fromEntries(
    contracts.map(({ name, target }) => [name, target.kind === "address" ? target.address : undefined]),
  );
}
