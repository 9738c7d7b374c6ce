import { getCreate2Address } from "ethers/address";
import { keccak256 } from "ethers/crypto";
import { compareCode } from "../../bytecode/compare.ts";
import type { CompiledContract, RecordedDeployment } from "../../domain/build.ts";
import { codeLength } from "../../domain/code-template.ts";
import { type CheckRule, type Finding, failed, passed, skipped } from "../check.ts";
import { currentRecords } from "../compare/records-of-this.ts";
import { withCompiled } from "../compare/with-build.ts";
import type { Evidence } from "../evidence.ts";

export const constructorArguments: CheckRule = {
  id: "constructor-arguments",
  subject: "arguments are the deployment's",
  witnesses: ["chain", "deployment"],
  proves:
    "What follows the build's creation code in the creating transaction's input are the constructor arguments that the deployment record has; where the record has the creation code instead, it is all of that input. Of a contract that was created by CREATE2, the address is that of the recorded creation code and salt. Skipped without a record of this address and transaction, and where the creating transaction does not hold the build's creation code.",
  run: (evidence) => withCompiled(evidence, (compiled) => compareArguments(evidence, compiled)),
};

function compareArguments(evidence: Evidence, compiled: CompiledContract): Finding {
  if (evidence.recorded.length === 0) return skipped("there is no record of the deployment");
  const records = currentRecords(evidence);
  if (records.length === 0) return skipped("the record is of another deployment");
  const findings = records.map((record) => compareRecord(evidence.facts, compiled, record));
  return (
    findings.find(({ status }) => status === "failed") ??
    findings.find(({ status }) => status === "passed") ??
    findings[0] ??
    skipped("there is no record of the deployment")
  );
}

function compareRecord(
  { address, creation }: Evidence["facts"],
  compiled: CompiledContract,
  { constructorArguments: recorded, creationCode, create2 }: RecordedDeployment,
): Finding {
  const input = creation?.creationBytecode;
  if (creationCode !== undefined && create2 !== undefined) {
    const derived = getCreate2Address(create2.deployer, create2.salt, keccak256(creationCode));
    return derived === address
      ? passed(shown(argumentsIn(creationCode, compiled) ?? creationCode))
      : failed(derived, address, "the recorded creation code, deployer and salt give another address");
  }
  const found = input === undefined ? undefined : argumentsIn(input, compiled);
  if (input === undefined || found === undefined)
    return skipped("the creating transaction does not hold the build's creation code");
  const told = recorded ?? (creationCode === undefined ? undefined : argumentsIn(creationCode, compiled));
  if (told === undefined)
    return creationCode === undefined
      ? skipped("the record has no arguments")
      : failed(shown(creationCode), shown(input), "the record has other creation code than the build");
  return told.toLowerCase() === found
    ? passed(shown(found))
    : failed(shown(told.toLowerCase()), shown(found));
}

/** What follows the build's creation code; undefined where that is other code. */
function argumentsIn(creationCode: string, { creation }: CompiledContract): string | undefined {
  const comparison = compareCode("creation", creationCode, creation);
  return comparison?.sameCode === true ? comparison.tail : undefined;
}

function shown(encoded: string): string {
  const length = codeLength(encoded);
  if (length === 0) return "none";
  return encoded.length > LONGEST ? `${encoded.slice(0, LONGEST)}…, ${length} bytes` : encoded;
}

const LONGEST = 140;
