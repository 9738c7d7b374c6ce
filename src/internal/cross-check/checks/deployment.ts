import { getCreate2Address } from "ethers/address";
import { keccak256 } from "ethers/crypto";
import { compareCode } from "../../bytecode/compare.ts";
import { readConstructorArguments } from "../../bytecode/decoded-value.ts";
import {
  type CompiledContract,
  type ContractName,
  createContractName,
  hasFittingName,
  type RecordedDeployment,
} from "../../domain/build.ts";
import { codeLength } from "../../domain/code-template.ts";
import { formatLength } from "../../text/amounts.ts";
import { shortenPair } from "../../text/shorten-pair.ts";
import {
  type CheckRule,
  type Finding,
  failed,
  NO_CREATION,
  NO_INIT_CODE,
  need,
  needCompiled,
  passed,
  skipped,
  unknown,
} from "../check.ts";
import { mustFitBuild } from "../compare/comparable.ts";
import { fitsCreation, getBindingRecords, getCurrentRecords } from "../compare/records-of-this.ts";
import type { Evidence } from "../evidence.ts";

export const deploymentTransaction: CheckRule = {
  id: "deployment-transaction",
  claim: "deployment",
  subject: "creation transaction is correct",
  witnesses: ["record", "chain"],
  proves:
    "The record's `deployment` field contains the correct creation transaction, block number, transaction index and deployer. Unknown if only the deployer differs and the transaction has no signature.",
  run: ({ record: { deployment }, facts }) => {
    need(deployment?.transactionHash, skipped("the record contains no creation transaction"));
    const creation = need(facts.creation, NO_CREATION);
    const keys = ["transactionHash", "blockNumber", "transactionIndex", "deployer"] as const;
    const wrong = keys.find((key) => {
      const named = deployment?.[key];
      return named != null && named.toLowerCase() !== String(creation[key]).toLowerCase();
    });
    if (wrong === undefined) return passed(creation.transactionHash);
    return wrong === "deployer" && !creation.isSigned
      ? unknown("the creation transaction has no signature to prove its sender")
      : failed(String(creation[wrong]), deployment?.[wrong] ?? "nothing");
  },
};

export const constructorArguments: CheckRule = {
  id: "constructor-arguments",
  claim: "deployment",
  subject: "arguments as in the deployment",
  witnesses: ["chain", "deployment"],
  proves:
    "The deployment record is consistent with the chain. If it contains constructor arguments, they follow the build's creation code in the executed init code. If it contains the full creation code, that code equals the init code. If it also contains a CREATE2 deployer and salt, the contract's address can be derived from these and the creation code.",
  run: (evidence) => {
    const compiled = needCompiled(evidence);
    if (evidence.recorded.length === 0) return skipped("there is no deployment record");
    const findings = getCurrentRecords(evidence).map((record) =>
      compareRecord(evidence.facts, compiled, record),
    );
    return (
      findings.find(({ status }) => status === "failed") ??
      findings.find(({ status }) => status === "passed") ??
      findings[0] ??
      skipped("the deployment record names a different transaction")
    );
  },
};

function compareRecord(
  { address, creation }: Evidence["facts"],
  compiled: CompiledContract,
  { constructorArguments: recorded, creationCode, create2 }: RecordedDeployment,
): Finding {
  const input = creation?.initCode?.bytecode;
  if (creationCode !== undefined && create2 !== undefined) {
    const derived = getCreate2Address(create2.deployer, create2.salt, keccak256(creationCode));
    return derived === address
      ? passed(formatArguments(readArguments(creationCode, compiled) ?? creationCode))
      : failed(
          derived,
          address,
          "the deployment record's creation code, deployer and salt produce a different address",
        );
  }
  if (input === undefined) return NO_INIT_CODE;
  const found = readArguments(input, compiled);
  if (found === undefined)
    return skipped("the executed init code does not begin with the build's creation code");
  const expected =
    recorded ?? (creationCode === undefined ? undefined : readArguments(creationCode, compiled));
  if (expected === undefined)
    return creationCode === undefined
      ? skipped("the deployment record has no arguments")
      : failed(
          ...formatPair(creationCode, input),
          "the deployment record's creation code differs from the build's",
        );
  return expected.toLowerCase() === found
    ? passed(formatArguments(found))
    : failed(...formatDifference(expected.toLowerCase(), found, compiled));
}

/** Returns the bytes after the build's creation code. Undefined if the code isn't from the build. */
function readArguments(creationCode: string, { creation }: CompiledContract): string | undefined {
  const comparison = compareCode("creation", creationCode, creation);
  return comparison?.sameCode === true ? comparison.tail : undefined;
}

function formatArguments(encoded: string): string {
  const length = codeLength(encoded);
  if (length === 0) return "none";
  return encoded.length > MAX_LENGTH ? `${encoded.slice(0, MAX_LENGTH)}…, ${formatLength(length)}` : encoded;
}

function formatPair(one: string, other: string): readonly [string, string] {
  const [first, second] = shortenPair(one, other, MAX_LENGTH);
  const named = (text: string, whole: string): string =>
    text === "0x" ? "none" : `${text}, ${formatLength(codeLength(whole))}`;
  return [named(first, one), named(second, other)];
}

/** Formats the differing arguments with their names, or as bytes if either side can't be decoded. */
function formatDifference(
  expected: string,
  found: string,
  { abi }: CompiledContract,
): readonly [expected: string, actual: string] {
  const wanted = readConstructorArguments(expected, abi)?.decoded;
  const actual = readConstructorArguments(found, abi)?.decoded;
  if (wanted == null || actual == null) return formatPair(expected, found);
  const pairs = wanted.flatMap(({ name, value }, index) => {
    const other = actual[index]?.value ?? "";
    if (value === other) return [];
    const shown = shortenPair(value, other, MAX_VALUE_LENGTH);
    return [shown.map((each) => `${name || `argument ${index + 1}`} ${each}`)];
  });
  return [pairs.map(([one]) => one).join(", "), pairs.map(([, other]) => other).join(", ")];
}

/** The length of a 32-byte value as 0x-prefixed hex. Longer values are shortened. */
const MAX_LENGTH = 66;
const MAX_VALUE_LENGTH = 80;

export const recordedTransaction: CheckRule = {
  id: "recorded-transaction",
  claim: "deployment",
  subject: "creation as in the deployment",
  witnesses: ["chain", "deployment"],
  needs: "deployment-record",
  proves:
    "The transaction in each deployment record is the one that created the contract. Records of earlier deployments at the same address are ignored if another record describes the current deployment.",
  run: (evidence) => {
    const records = getBindingRecords(evidence).filter(
      ({ transactionHashes }) => transactionHashes.length > 0,
    );
    if (records.length === 0) return skipped("the deployment record contains no transaction");
    const { transactionHash } = need(evidence.facts.creation, NO_CREATION);
    const wrong = records.find((record) => !fitsCreation(record, evidence));
    return wrong === undefined
      ? passed(transactionHash)
      : failed(
          wrong.transactionHashes.join(" or "),
          transactionHash,
          "the deployment record belongs to another deployment, perhaps on an older chain with the same ID",
        );
  },
};

export const recordedContract: CheckRule = {
  id: "recorded-contract",
  claim: "deployment",
  subject: "name as in the deployment",
  witnesses: ["build", "deployment"],
  needs: "deployment-record",
  proves:
    "The build's contract has the name and source file given in the deployment record. If there is no build, the contract's name is taken from the record's metadata, provided that the match covers the metadata. For a proxy, the deployment record may contain the implementation's name instead.",
  run: (evidence) => {
    const { names, contract, others } = readRecordedNames(evidence);
    if (names.length === 0) return skipped("the deployment record does not name the contract");
    if (contract === undefined) return skipped("no build to compare with");
    const [wrong] = others;
    if (wrong !== undefined && evidence.isImplementationJudged === true) {
      const found = failed(
        wrong,
        contract.fullyQualifiedName,
        "the proxy's implementation must have this name",
      );
      // A proxy may be named after its implementation, which this run checks later. `report/names.ts` then determines
      // the status.
      return { ...found, status: "unknown" };
    }
    if (wrong !== undefined) return failed(wrong, contract.fullyQualifiedName);
    return evidence.build === undefined
      ? skipped("no build to compare with; the record's metadata has this name")
      : passed(contract.fullyQualifiedName);
  },
};

export function findForeignNames(evidence: Evidence): readonly string[] {
  return [...new Set(readRecordedNames(evidence).others)];
}

function readRecordedNames(evidence: Evidence) {
  const names = getBindingRecords(evidence).flatMap(({ contractName }) => contractName ?? []);
  const contract = evidence.build?.contract ?? readRecordedContract(evidence);
  const others = contract === undefined ? [] : names.filter((name) => !hasFittingName(name, contract));
  return { names, contract, others };
}

function readRecordedContract(evidence: Evidence): ContractName | undefined {
  const [target] = Object.entries(evidence.record.metadata?.settings?.compilationTarget ?? {});
  if (target === undefined || !mustFitBuild(evidence)) return undefined;
  const [path, name] = target;
  return createContractName(name, path);
}
