import type { ContractReport } from "../../../src/report.ts";
import type { DeploymentCase } from "../deployment-cases.ts";
import { factsOf } from "../deployment-cases.ts";

export type Fact = ReturnType<typeof factsOf>["contracts"][number];

/** What a tool does not write down: what a factory made for it, and a library that was deployed beforehand. */
const NOT_RECORDED: Readonly<Record<DeploymentCase, RegExp | undefined>> = {
  ignition: /:Child$/,
  "hardhat-deploy-v1": /:Child$/,
  "hardhat-deploy-v2": /:Child$/,
  foundry: undefined,
  "foundry-default": undefined,
  "foundry-libraries": /:MathLib$/,
  "foundry-signatures": undefined,
};

/** The contracts that a run over a case has to verify, as the chain knows them. */
export function recordedFacts(name: DeploymentCase): readonly Fact[] {
  return factsOf(name).contracts.filter((fact) => NOT_RECORDED[name]?.test(fact.name) !== true);
}

/** The proxy of each case that has one, and what it stands for, by the names in the build. */
export const PROXIES: Readonly<
  Partial<Record<DeploymentCase, readonly [proxy: RegExp, implementation: RegExp]>>
> = {
  ignition: [/:Proxy$/, /contracts\/Token\.sol:Token$/],
  "hardhat-deploy-v1": [/:OptimizedTransparentUpgradeableProxy$/, /contracts\/Token\.sol:Token$/],
  "hardhat-deploy-v2": [/:EIP173Proxy$/, /contracts\/Token\.sol:Token$/],
};

/**
 * The checks that can't be made of a contract, for a reason that lies in what was deployed or written down. Every other
 * one has to pass.
 */
export function skippedChecks(name: DeploymentCase, fact: Fact): readonly string[] {
  const isLinked = Object.keys(fact.libraries).length > 0;
  const isFoundry = name.startsWith("foundry");
  return [
    // hardhat-deploy 2 writes down no libraries.
    ...(isLinked ? [] : ["libraries"]),
    ...(isLinked && name !== "hardhat-deploy-v2" ? [] : ["recorded-libraries"]),
    // The names in a broadcast are guesses, and so no record.
    ...(isFoundry ? ["recorded-contract"] : []),
    // hardhat-deploy asks the compiler for the layout and keeps it; the artifacts of the others have none.
    ...(name.startsWith("hardhat-deploy") ? [] : ["storage-layout"]),
    ...(fact.creationInput === null ? ofCreatedByContract(isFoundry, fact) : []),
  ];
}

/**
 * The service knows the creation code of a contract only where it is the transaction's own input; the node's trace shows
 * what was executed all the same. Foundry writes down no arguments of what a factory made.
 */
function ofCreatedByContract(isFoundry: boolean, { name }: Fact): readonly string[] {
  return [
    "creation-code-chain",
    "replay-creation",
    "deployment-transaction",
    ...(isFoundry && name.endsWith(":Child") ? ["constructor-arguments"] : []),
  ];
}

/** The report of the contract at the address of a fact. */
export function reportOfFact(contracts: readonly ContractReport[], { name, address }: Fact): ContractReport {
  const [found, ...others] = contracts.filter(({ target }) => target.address === address);
  if (found === undefined || others.length > 0)
    throw new Error(
      `${name} at ${address} is in the report ${others.length + Number(found !== undefined)} times.`,
    );
  return found;
}
