import type { CompiledContract } from "../../build/model.ts";
import { codeLength } from "../../bytecode/code.ts";
import { compareCode } from "../../bytecode/compare.ts";
import { type CheckRule, type Finding, failed, passed, skipped } from "../check.ts";
import type { Evidence } from "../evidence.ts";
import { withCompiled } from "../with-build.ts";

export const constructorArguments: CheckRule = {
  id: "constructor-arguments",
  subject: "arguments are the deployment's",
  witnesses: ["chain", "build"],
  proves:
    "What follows the build's creation code in the creating transaction's input are the constructor arguments that the project's own record of this deployment has. Skipped where the project has none of this address and transaction, and where the creating transaction does not hold the build's creation code.",
  run: (evidence) => withCompiled(evidence, (compiled) => compareArguments(evidence, compiled)),
};

function compareArguments({ facts }: Evidence, { deployment, creation }: CompiledContract): Finding {
  if (deployment === undefined) return skipped("the build files have no record of the deployment");
  const isOfThis = deployment.address.toLowerCase() === facts.address.toLowerCase();
  // Other networks can have the same address.
  const { transactionHash } = deployment;
  const isOfOther =
    transactionHash !== undefined && transactionHash.toLowerCase() !== facts.creation?.transactionHash;
  if (!isOfThis || isOfOther) return skipped("the project's record of the deployment is of another one");
  const recorded = deployment.constructorArguments?.toLowerCase();
  if (recorded === undefined) return skipped("the project's record of the deployment has no arguments");
  const input = facts.creation?.creationBytecode;
  const comparison = input === undefined ? undefined : compareCode("creation", input, creation);
  if (comparison?.sameCode !== true)
    return skipped("the creating transaction does not hold the build's creation code");
  return comparison.tail === recorded
    ? passed(shown(recorded))
    : failed(shown(recorded), shown(comparison.tail));
}

function shown(encoded: string): string {
  const length = codeLength(encoded);
  if (length === 0) return "none";
  return encoded.length > LONGEST ? `${encoded.slice(0, LONGEST)}…, ${length} bytes` : encoded;
}

const LONGEST = 140;
