import { ADDRESS_LENGTH, type CodeTemplate, codeLength } from "../../../domain/code-template.ts";
import { formatLength } from "../../../text/amounts.ts";
import { type Comparison, compareCode } from "../../compare.ts";
import { certain, type Explained } from "../explanation.ts";

const WORD = 32;

/**
 * Explains a difference in the creation code if the runtime code equals the build's runtime code.
 *
 * @param libraries The libraries in the build's settings: `path:Name`, keyed by lowercase address.
 */
export function explainCreation(
  creation: string,
  template: CodeTemplate,
  libraries: ReadonlyMap<string, string> = new Map(),
): Explained | undefined {
  const comparison = compareCode("creation", creation, template);
  if (comparison === undefined) return undefined;
  const explained = comparison.sameCode
    ? explainTail(codeLength(comparison.tail))
    : explainConstructor(comparison, template, libraries);
  return explained && { ...explained, side: "creation" };
}

function explainConstructor(
  { differences }: Comparison,
  { object }: CodeTemplate,
  libraries: ReadonlyMap<string, string>,
): Explained {
  const { offset = 0 } = differences.find(({ kind }) => kind === "code") ?? differences[0] ?? {};
  const where = `the runtime code is this build's, but the creation code differs from byte ${offset} on`;
  const [address, name] = [...libraries].find(([linked]) => pushesAt(object, linked, offset)) ?? [];
  return name === undefined
    ? certain("constructor", where)
    : certain("library", `${where}, where the build's settings put the library ${name} at ${address}`);
}

/** True if the code pushes the address in an instruction that contains this byte. */
function pushesAt(code: string, address: string, offset: number): boolean {
  const push = `73${address.slice(2)}`;
  const before = code.slice(0, 2 + 2 * (offset + ADDRESS_LENGTH)).toLowerCase();
  const at = before.lastIndexOf(push);
  return at !== -1 && codeLength(code.slice(0, at)) + push.length / 2 > offset;
}

function explainTail(length: number): Explained | undefined {
  if (length % WORD === 0) return undefined;
  return certain(
    "constructor-arguments",
    `${formatLength(length)} follow the creation code on chain, but encoded arguments are always a multiple of ${WORD} bytes long`,
  );
}
