import { type ContractName, fitsName } from "../../domain/build.ts";
import { type CheckRule, failed, passed, skipped } from "../check.ts";
import { restsOnSameMetadata } from "../compare/comparable.ts";
import { bindingRecords } from "../compare/records-of-this.ts";
import type { Evidence } from "../evidence.ts";

export const recordedContract: CheckRule = {
  id: "recorded-contract",
  subject: "name is the deployment's",
  witnesses: ["build", "deployment"],
  needs: "deployment-record",
  proves:
    "The build's contract has the contract name, and the source file, of the deployment record. Without a build, the contract that an exact record's metadata names must not be another one. If the run judges what a proxy runs, the name of that contract passes too. Skipped where the deployment record does not name the contract.",
  run: (evidence) => {
    const { names, contract, others } = recordedNames(evidence);
    if (names.length === 0) return skipped("the deployment record does not name the contract");
    if (contract === undefined) return skipped("no build to compare with");
    const [wrong] = others;
    if (wrong !== undefined && evidence.isImplementationJudged === true) {
      const found = failed(wrong, contract.fullyQualifiedName, "what the proxy runs has to have this name");
      // A proxy may be named after what it runs, which the run judges later: `report/names.ts` then decides.
      return { ...found, status: "unknown" };
    }
    if (wrong !== undefined) return failed(wrong, contract.fullyQualifiedName);
    return evidence.build === undefined
      ? skipped("no build to compare with; the record's metadata has this name")
      : passed(contract.fullyQualifiedName);
  },
};

/** The names of its deployment records that are not the contract's own. */
export function namesOfOthers(evidence: Evidence): readonly string[] {
  return [...new Set(recordedNames(evidence).others)];
}

function recordedNames(evidence: Evidence) {
  const names = bindingRecords(evidence).flatMap(({ contractName }) => contractName ?? []);
  const contract = evidence.build?.contract ?? contractOnRecord(evidence);
  const others = contract === undefined ? [] : names.filter((name) => !fitsName(name, contract));
  return { names, contract, others };
}

function contractOnRecord(evidence: Evidence): ContractName | undefined {
  const [target] = Object.entries(evidence.record.metadata?.settings?.compilationTarget ?? {});
  if (target === undefined || !restsOnSameMetadata(evidence)) return undefined;
  const [sourceName, name] = target;
  return { name, sourceName, fullyQualifiedName: `${sourceName}:${name}`, inputSourceName: sourceName };
}
