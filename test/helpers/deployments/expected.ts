import type { ContractReport } from "../../../src/report.ts";
import { type ChainFact, type DeploymentCase, factsOf } from "./fixtures.ts";

/** Contracts missing from a tool's records: those created by a factory, and a previously deployed library. */
const NOT_RECORDED: Readonly<Record<DeploymentCase, RegExp | undefined>> = {
  ignition: /:Child$/,
  "hardhat-deploy-v1": /:Child$/,
  "hardhat-deploy-v2": /:Child$/,
  foundry: undefined,
  "foundry-default": undefined,
  "foundry-libraries": /:MathLib$/,
  "foundry-signatures": undefined,
};

export function recordedFacts(name: DeploymentCase): readonly ChainFact[] {
  return factsOf(name).filter((fact) => NOT_RECORDED[name]?.test(fact.name) !== true);
}

export const PROXIES: Readonly<
  Partial<Record<DeploymentCase, readonly [proxy: RegExp, implementation: RegExp]>>
> = {
  ignition: [/:Proxy$/, /contracts\/Token\.sol:Token$/],
  "hardhat-deploy-v1": [/:OptimizedTransparentUpgradeableProxy$/, /contracts\/Token\.sol:Token$/],
  "hardhat-deploy-v2": [/:EIP173Proxy$/, /contracts\/Token\.sol:Token$/],
};

/** The checks that don't apply to a contract because of its deployment or its records. All others must pass. */
export function skippedChecks(name: DeploymentCase, fact: ChainFact): readonly string[] {
  const isLinked = Object.keys(fact.libraries).length > 0;
  const isFoundry = name.startsWith("foundry");
  return [
    // hardhat-deploy 2 doesn't record libraries.
    ...(isLinked ? [] : ["libraries"]),
    ...(isLinked && name !== "hardhat-deploy-v2" ? [] : ["recorded-libraries"]),
    // hardhat-deploy 1 doesn't record encoded arguments.
    ...(name === "hardhat-deploy-v1" ? ["constructor-arguments"] : []),
    // The names in a broadcast are guesses, so they don't count as records.
    ...(isFoundry ? ["recorded-contract"] : []),
    // hardhat-deploy requests the storage layout and keeps it; other tools' artifacts don't have it.
    ...(name.startsWith("hardhat-deploy") ? [] : ["storage-layout"]),
    ...(fact.creationInput === null ? ofCreatedByContract(isFoundry, fact) : []),
  ];
}

/** The service only knows creation code that is a transaction's input; the node's trace always shows it. */
function ofCreatedByContract(isFoundry: boolean, { name }: ChainFact): readonly string[] {
  return [
    "creation-code-chain",
    "replay-creation",
    "deployment-transaction",
    ...(isFoundry && name.endsWith(":Child") ? ["constructor-arguments"] : []),
  ];
}

export function reportOfFact(
  contracts: readonly ContractReport[],
  { name, address }: ChainFact,
): ContractReport {
  const [found, ...others] = contracts.filter(({ target }) => target.address === address);
  if (found === undefined || others.length > 0)
    throw new Error(
      `${name} at ${address} is in the report ${others.length + Number(found !== undefined)} times.`,
    );
  return found;
}
