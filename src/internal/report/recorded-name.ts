import type { ContractReport, DeploymentOrigin } from "./model.ts";

/** How the records of a tool name contracts. @default by the names that the project gave them */
const NAMING: Readonly<Partial<Record<string, "guess" | "role">>> = {
  // By the similarity of code.
  foundry: "guess",
  // Such as "implementation" or "UUPS proxy".
  openzeppelin: "role",
};

/** True if the tool guessed the name in its record, which then refutes nothing. */
export function hasGuessedName({ tool }: DeploymentOrigin): boolean {
  return NAMING[tool] === "guess";
}

/** True if the record says what the contract is, and has no name for it. */
export function hasRole({ tool }: DeploymentOrigin): boolean {
  return NAMING[tool] === "role";
}

/**
 * The name that a deployment record gives a contract; undefined without a record. Some records have the contract's role
 * or its address instead of a name: then the contract has that of its build.
 */
export function recordedName({
  deployments: [origin],
  contract,
  target,
}: Pick<ContractReport, "deployments" | "contract" | "target">): string | undefined {
  if (origin === undefined) return undefined;
  const isAddress = [target.input, target.address, target.contractId].some(
    (place) => place?.toLowerCase() === origin.name.toLowerCase(),
  );
  if (isAddress) return contract?.name;
  return hasRole(origin) ? (contract?.name ?? origin.name) : origin.name;
}
