import { getCreate2Address } from "ethers/address";
import { keccak256 } from "ethers/crypto";
import { compareCode } from "../../bytecode/compare.ts";
import { readConstructorArguments } from "../../bytecode/decoded-value.ts";
import type { CompiledContract, RecordedDeployment } from "../../domain/build.ts";
import { codeLength } from "../../domain/code-template.ts";
import { shortenPair } from "../../text/shorten-pair.ts";
import { type CheckRule, type Finding, failed, passed, skipped } from "../check.ts";
import { needCompiled } from "../compare/need.ts";
import { currentRecords } from "../compare/records-of-this.ts";
import type { Evidence } from "../evidence.ts";

export const constructorArguments: CheckRule = {
  id: "constructor-arguments",
  subject: "arguments are the deployment's",
  witnesses: ["chain", "deployment"],
  proves:
    "The constructor arguments in the deployment record follow the build's creation code in the executed init code. A deployment record with the full creation code must equal the whole init code. For a contract created with CREATE2, the deployment record's creation code, deployer and salt give the address. Skipped without a deployment record for this address and transaction, and where it is unknown what was executed, or it does not begin with the build's creation code.",
  run: (evidence) => {
    const compiled = needCompiled(evidence);
    if (evidence.recorded.length === 0) return skipped("there is no deployment record");
    const findings = currentRecords(evidence).map((record) =>
      compareRecord(evidence.facts, compiled, record),
    );
    return (
      findings.find(({ status }) => status === "failed") ??
      findings.find(({ status }) => status === "passed") ??
      findings[0] ??
      skipped("the deployment record names another transaction")
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
      ? passed(shown(argumentsIn(creationCode, compiled) ?? creationCode))
      : failed(
          derived,
          address,
          "the deployment record's creation code, deployer and salt give another address",
        );
  }
  const found = input === undefined ? undefined : argumentsIn(input, compiled);
  if (input === undefined) return skipped("the executed init code is not known");
  if (found === undefined)
    return skipped("the executed init code does not begin with the build's creation code");
  const expected = recorded ?? (creationCode === undefined ? undefined : argumentsIn(creationCode, compiled));
  if (expected === undefined)
    return creationCode === undefined
      ? skipped("the deployment record has no arguments")
      : failed(
          ...bothShown(creationCode, input),
          "the deployment record's creation code differs from the build's",
        );
  return expected.toLowerCase() === found
    ? passed(shown(found))
    : failed(...differing(expected.toLowerCase(), found, compiled));
}

/** The bytes after the build's creation code; undefined if the code is not the build's. */
function argumentsIn(creationCode: string, { creation }: CompiledContract): string | undefined {
  const comparison = compareCode("creation", creationCode, creation);
  return comparison?.sameCode === true ? comparison.tail : undefined;
}

function shown(encoded: string): string {
  const length = codeLength(encoded);
  if (length === 0) return "none";
  return encoded.length > LONGEST ? `${encoded.slice(0, LONGEST)}…, ${length} bytes` : encoded;
}

function bothShown(one: string, other: string): readonly [string, string] {
  const [first, second] = shortenPair(one, other, LONGEST);
  const named = (text: string, whole: string): string =>
    text === "0x" ? "none" : `${text}, ${codeLength(whole)} bytes`;
  return [named(first, one), named(second, other)];
}

/** The arguments that differ, by name; the bytes, where one side is not what the ABI encodes. */
function differing(
  expected: string,
  found: string,
  { abi }: CompiledContract,
): readonly [expected: string, actual: string] {
  const wanted = readConstructorArguments(expected, abi)?.decoded;
  const actual = readConstructorArguments(found, abi)?.decoded;
  if (wanted == null || actual == null) return bothShown(expected, found);
  const at = wanted.flatMap(({ value }, index) => (value === actual[index]?.value ? [] : [index]));
  const pairs = at.map((index) =>
    shortenPair(wanted[index]?.value ?? "", actual[index]?.value ?? "", LONGEST_VALUE),
  );
  const named = (side: 0 | 1): string =>
    at
      .map((index, place) => `${wanted[index]?.name || `argument ${index + 1}`} ${pairs[place]?.[side]}`)
      .join(", ");
  return [named(0), named(1)];
}

/** 32 bytes in hex are not worth their length. */
const LONGEST = 66;
const LONGEST_VALUE = 80;
