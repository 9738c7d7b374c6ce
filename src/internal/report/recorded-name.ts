import type { ContractReport } from "./model.ts";

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
  return origin.naming === "role" ? (contract?.name ?? origin.name) : origin.name;
}
