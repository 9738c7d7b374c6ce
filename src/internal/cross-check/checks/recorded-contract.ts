import type { ContractName } from "../../domain/build.ts";
import { fitsName } from "../../domain/contract-name.ts";
import { type CheckRule, failed, passed, skipped } from "../check.ts";
import { restsOnSameMetadata } from "../compare/comparable.ts";
import { bindingRecords } from "../compare/records-of-this.ts";
import type { Evidence } from "../evidence.ts";

export const recordedContract: CheckRule = {
  id: "recorded-contract",
  subject: "name is the deployment's",
  witnesses: ["build", "deployment"],
  proves:
    "The build's contract has the contract name, and the source file, of the deployment record. Without a build, the contract that an exact record's metadata names must not be another one. Skipped where the deployment record does not name the contract.",
  run: (evidence) => {
    const names = bindingRecords(evidence).flatMap(({ contractName }) => contractName ?? []);
    if (names.length === 0) return skipped("the deployment record does not name the contract");
    const contract = evidence.build?.contract ?? contractOnRecord(evidence);
    if (contract === undefined) return skipped("no build to compare with");
    const wrong = names.find((name) => !fitsName(name, contract));
    if (wrong !== undefined) return failed(wrong, contract.fullyQualifiedName);
    return evidence.build === undefined
      ? skipped("no build to compare with; the record's metadata has this name")
      : passed(contract.fullyQualifiedName);
  },
};

function contractOnRecord(evidence: Evidence): ContractName | undefined {
  const [target] = Object.entries(evidence.record.metadata?.settings?.compilationTarget ?? {});
  if (target === undefined || !restsOnSameMetadata(evidence)) return undefined;
  const [sourceName, name] = target;
  return { name, sourceName, fullyQualifiedName: `${sourceName}:${name}`, inputSourceName: sourceName };
}
