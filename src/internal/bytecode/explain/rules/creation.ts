import { type CodeTemplate, codeLength } from "../../../domain/code-template.ts";
import { formatLength } from "../../../text/amounts.ts";
import { compareCode } from "../../compare.ts";
import { certain, type Explained } from "../explanation.ts";

const WORD = 32;

/** Explains a difference in the creation code if the runtime code equals the build's runtime code. */
export function explainCreation(creation: string, template: CodeTemplate): Explained | undefined {
  const comparison = compareCode("creation", creation, template);
  if (comparison === undefined) return undefined;
  const { differences, sameCode, tail } = comparison;
  const { offset } = differences.find(({ kind }) => kind === "code") ?? differences[0] ?? {};
  const where = `the runtime code is this build's, but the creation code differs from byte ${offset} on`;
  const explained = sameCode ? explainTail(codeLength(tail)) : certain("constructor", where);
  return explained && { ...explained, side: "creation" };
}

function explainTail(length: number): Explained | undefined {
  if (length % WORD === 0) return undefined;
  return certain(
    "constructor-arguments",
    `${formatLength(length)} follow the creation code on chain, which is not a multiple of ${WORD} bytes, as encoded arguments are`,
  );
}
