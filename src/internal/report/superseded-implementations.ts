import type { ContractReport, Report } from "./model.ts";
import { addressOf } from "./report-network.ts";

const REASON = "no proxy of the manifest runs it any more, and no build here has its code";

/**
 * Takes out what upgrades left behind. A manifest keeps each implementation, and the sources of an earlier one may be
 * overwritten. It is left behind only if it is known what every proxy of the manifest runs.
 */
export function withoutSuperseded(contracts: readonly ContractReport[]): {
  readonly contracts: readonly ContractReport[];
  readonly superseded: Report["passedOver"];
} {
  const unclear = new Set(contracts.filter(isUnclearProxy).flatMap(filesOf));
  const isSuperseded = (contract: ContractReport): boolean =>
    contract.error?.code === "VC204" &&
    contract.relation === undefined &&
    contract.deployments.length > 0 &&
    contract.deployments.every(({ name, naming }) => naming === "role" && name === "implementation") &&
    !filesOf(contract).some((file) => unclear.has(file));
  return {
    contracts: contracts.filter((contract) => !isSuperseded(contract)),
    superseded: contracts.filter(isSuperseded).flatMap((contract) => {
      const name = `implementation ${addressOf(contract)}`;
      return filesOf(contract).map((file) => ({ name, file, reason: REASON }));
    }),
  };
}

/** A manifest's proxy whose implementation is unknown. */
function isUnclearProxy({ deployments, proxy }: ContractReport): boolean {
  const isRecordedProxy = deployments.some(({ name, naming }) => naming === "role" && name.endsWith("proxy"));
  return isRecordedProxy && (proxy === null || proxy.implementation === null);
}

function filesOf({ deployments }: ContractReport): readonly string[] {
  return deployments.map(({ file }) => file);
}
