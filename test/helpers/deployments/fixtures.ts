import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import {
  type ProjectPaths,
  resolveProjectPaths,
} from "../../../src/internal/builds/project/project-paths.ts";
import type { Deployment } from "../../../src/internal/deployments/model.ts";
import type { Facts } from "../../build-fixtures/facts.ts";
import type { Transactions } from "../../build-fixtures/transactions.ts";

export const FIXTURES = fileURLToPath(new URL("../../fixtures/build-files/", import.meta.url));

/** The cases in test/fixtures/build-files that include facts about their deployments. */
export const deploymentCases = [
  "ignition",
  "hardhat-deploy-v1",
  "hardhat-deploy-v2",
  "foundry",
  "foundry-default",
  "foundry-libraries",
] as const;

export type DeploymentCase = (typeof deploymentCases)[number] | "foundry-signatures";

export function caseFolder(name: DeploymentCase): string {
  return `${FIXTURES}${name}/`;
}

/** A contract's facts on chain. */
export type ChainFact = Facts["contracts"][number];

export function factsOf(tool: string): readonly ChainFact[] {
  return (JSON.parse(readFileSync(`${FIXTURES}${tool}/facts.json`, "utf8")) as Facts).contracts;
}

export function transactionsOf(name: DeploymentCase): Transactions {
  return JSON.parse(readFileSync(`${FIXTURES}${name}/transactions.json`, "utf8")) as Transactions;
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
