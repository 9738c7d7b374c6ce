import type { ContractReport, Report } from "./model.ts";
import { exitCodeOf, worstExitCode } from "./outcome.ts";
import { networkOf, placeKey } from "./report-network.ts";

type ByContract = ReadonlyMap<string, ContractReport>;

/**
 * The contracts of several reports, in the order in which they are first named. Of a contract that is in more than one, a
 * later run of the same shard counts, unless it can't tell what an earlier one had found wrong; between shards, and within
 * a report, the worse counts: one of them had fewer records to compare.
 *
 * @param reports By shard, and those of one shard by time.
 */
export function mergedContracts(reports: readonly Report[]): readonly ContractReport[] {
  const keyOf = keysOf(reports);
  const shards = Map.groupBy(reports, ({ shard }) => shard?.index ?? 0);
  const ofShards = [...shards.values()].map((ofShard) => {
    const runs = Map.groupBy(ofShard, ({ finishedAt }) => Date.parse(finishedAt));
    return joined(
      [...runs.values()].map((ofRun) =>
        joined(
          ofRun.flatMap(({ contracts }) => contracts.map((each) => new Map([[keyOf(each), each]]))),
          worse,
        ),
      ),
      later,
    );
  });
  return [...joined(ofShards, worse).values()];
}

function joined(
  all: readonly ByContract[],
  choose: (before: ContractReport, after: ContractReport) => ContractReport,
): ByContract {
  const merged = new Map<string, ContractReport>();
  for (const [key, contract] of all.flatMap((each) => [...each])) {
    const before = merged.get(key);
    merged.set(key, before === undefined ? contract : choose(before, contract));
  }
  return merged;
}

function worse(before: ContractReport, after: ContractReport): ContractReport {
  const one = exitCodeOf(before.outcome);
  const other = exitCodeOf(after.outcome);
  return one !== other && worstExitCode([one, other]) === other ? after : before;
}

function later(before: ContractReport, after: ContractReport): ContractReport {
  const isSilent = exitCodeOf(after.outcome) === 3 || after.outcome === "dry-run";
  return isSilent && exitCodeOf(before.outcome) === 1 ? before : after;
}

/** By chain and address; a contract id that one run could not resolve takes its address from another run. */
function keysOf(reports: readonly Report[]): (contract: ContractReport) => string {
  const networks = new Map(
    reports.flatMap((report) =>
      report.contracts.map((contract) => [contract, networkOf(report, contract) ?? undefined] as const),
    ),
  );
  const keyOf = (contract: ContractReport, text: string): string => {
    const network = networks.get(contract);
    return placeKey(network === undefined ? {} : { network }, text);
  };
  const addresses = new Map(
    [...networks.keys()].flatMap((contract) => {
      const { address, input } = contract.target;
      return address === null ? [] : [[keyOf(contract, input), address] as const];
    }),
  );
  return (contract) => {
    const { address, input } = contract.target;
    return keyOf(contract, address ?? addresses.get(keyOf(contract, input)) ?? input);
  };
}
