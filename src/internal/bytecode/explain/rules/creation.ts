import { type CodeTemplate, decodeCode } from "../../../domain/code-template.ts";
import { formatLength } from "../../../text/amounts.ts";
import { compareCode } from "../../compare.ts";
import { certain, type Explained } from "../explanation.ts";

const WORD = 32;

/** Explains a difference in the creation code if the runtime code equals the build's runtime code. */
export function explainCreation(creation: string, template: CodeTemplate): readonly Explained[] {
  const onchain = decodeCode(creation);
  const built = decodeCode(template.object);
  const comparison = compareCode("creation", creation, template);
  if (onchain === undefined || built === undefined || comparison === undefined) return [];
  const { differences, sameCode } = comparison;
  const first = differences.find(({ kind }) => kind === "code") ?? differences[0];
  const explained = sameCode ? explainTail(onchain.length - built.length) : explainConstructor(first?.offset);
  return explained === undefined ? [] : [{ ...explained, side: "creation" }];
}

function explainConstructor(offset: number | undefined): Explained {
  const where = `the runtime code is this build's, but the creation code differs from byte ${offset} on`;
  return certain("constructor", where);
}

function explainTail(length: number): Explained | undefined {
  if (length % WORD === 0) return undefined;
  return certain(
    "constructor-arguments",
    `${formatLength(length)} follow the creation code on chain, which is not a multiple of ${WORD} bytes, as encoded arguments are`,
  );
}
