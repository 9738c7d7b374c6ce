import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Facts } from "../build-fixtures/facts.ts";
import type { Transactions } from "../build-fixtures/transactions.ts";

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
  return fileURLToPath(new URL(`../fixtures/build-files/${name}/`, import.meta.url));
}

export function factsOf(name: DeploymentCase): Facts {
  return JSON.parse(readFileSync(`${caseFolder(name)}facts.json`, "utf8")) as Facts;
}

export function transactionsOf(name: DeploymentCase): Transactions {
  return JSON.parse(readFileSync(`${caseFolder(name)}transactions.json`, "utf8")) as Transactions;
}
