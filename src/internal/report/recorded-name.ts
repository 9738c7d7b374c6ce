import type { ContractReport } from "./model.ts";

/**
 * The name that a deployment record gives a contract; undefined without a record. A manifest of OpenZeppelin Upgrades
 * has no names, so the contract has that of its build there.
 */
export function recordedName({
  deployments: [origin],
  contract,
}: Pick<ContractReport, "deployments" | "contract">): string | undefined {
  return origin?.tool === "openzeppelin" ? (contract?.name ?? origin.name) : origin?.name;
}
