import { getAddress } from "ethers/address";
import type { DeploymentFacts } from "../../chain/deployment-facts.ts";
import { readQuery } from "../../chain/read-query.ts";
import { longZeroAddress } from "../../domain/contract-addresses.ts";
import { isHedera } from "../../domain/hedera.ts";
import type { ContractRecord } from "../../domain/record.ts";
import type { ContractReport } from "../../report/model.ts";
import type { Run } from "../run.ts";
import { readQuietly } from "./mention-record.ts";

/**
 * Finds a record of the same contract under its long-zero address, where there is none under the address that the mirror
 * node names. A service takes both for contracts of their own, and HashScan looks up the latter.
 */
export async function readOtherForm(
  run: Run,
  facts: DeploymentFacts,
  stored: ContractRecord | undefined,
): Promise<ContractReport["otherForm"]> {
  if (stored !== undefined || !isHedera(run.ports.chainId)) return undefined;
  const other = longZeroAddress(await contractIdOf(run, facts));
  if (other === undefined || other === facts.address.toLowerCase()) return undefined;
  const match = await readQuietly(run, getAddress(other));
  return match === null ? undefined : { address: getAddress(other), match };
}

/** As far as it is known by now; a check asks for it, because it may have nothing else to say. */
async function contractIdOf(run: Run, { address, query }: DeploymentFacts): Promise<string | null> {
  const { ports, findings, request } = run;
  if (findings.target.contractId !== null) return findings.target.contractId;
  const known =
    request.action === "check" && query === undefined
      ? await readQuery(ports.query, address, ports.signal)
      : query;
  return known?.state === "known" ? known.contract.contract_id : null;
}
