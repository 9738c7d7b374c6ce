import { type CodeTemplate, decodeCode, toBytes } from "../../../domain/code-template.ts";
import { formatLength } from "../../../text/amounts.ts";
import { type Comparison, compareCode } from "../../compare.ts";
import { decodeInstructions, OPCODE } from "../../opcodes.ts";
import { certain, type Explained, likely } from "../explanation.ts";

/** Number of leading bytes that identify runtime code inside creation code. */
const RUNTIME_PREFIX_BYTES = 64;
const WORD = 32;

/** Explains a difference in the creation code if the runtime code equals the build's runtime code. */
export function explainCreation(
  creation: string,
  template: { readonly runtime: CodeTemplate; readonly creation: CodeTemplate },
): readonly Explained[] {
  const onchain = decodeCode(creation);
  const built = decodeCode(template.creation.object);
  const comparison = compareCode("creation", creation, template.creation);
  if (onchain === undefined || built === undefined || comparison === undefined) return [];
  const init = findInitLength(built, template.runtime);
  const explained = comparison.sameCode
    ? explainTail(onchain.length - built.length, takesArguments(built.subarray(0, init)))
    : explainConstructor(comparison, built.length - onchain.length, init);
  return explained === undefined ? [] : [{ ...explained, side: "creation" }];
}

/**
 * Returns the length of the constructor's code, which precedes the runtime code in creation code.
 *
 * @returns undefined if the creation code doesn't contain the runtime code.
 */
function findInitLength(creation: Uint8Array, runtime: CodeTemplate): number | undefined {
  const code = toBytes(runtime.object);
  if (code.length === 0) return undefined;
  // Immutables among these bytes are zero in both bytecodes.
  const found = Buffer.from(creation).indexOf(code.subarray(0, RUNTIME_PREFIX_BYTES));
  return found < 0 ? undefined : found;
}

/**
 * True if the constructor takes arguments. Reading them from the end of the init code requires CODESIZE, which is
 * otherwise used only by assembly.
 */
function takesArguments(init: Uint8Array): boolean {
  return decodeInstructions(init).some(
    ({ opcode, isReachable }) => isReachable && opcode === OPCODE.CODESIZE,
  );
}

function explainTail(tail: number, takes: boolean): Explained | undefined {
  const kind = "constructor-arguments";
  const follow = `${formatLength(tail)} follow the creation code on chain`;
  if (takes && tail === 0)
    return likely(kind, "the constructor takes arguments, but none follow the creation code on chain");
  if (!takes && tail > 0) return likely(kind, `${follow}, but the constructor takes no arguments`);
  const notWords = `which is not a multiple of ${WORD} bytes, as encoded arguments are`;
  return tail % WORD === 0 ? undefined : certain(kind, `${follow}, ${notWords}`);
}

/** @param missing Number of bytes by which the code on chain is shorter. */
function explainConstructor(
  { differences }: Comparison,
  missing: number,
  init: number | undefined,
): Explained | undefined {
  const [first] = differences;
  if (first === undefined) return undefined;
  if (differences.every(({ kind }) => kind === "length")) {
    const last = `its last ${formatLength(missing)} are missing`;
    return certain(
      "truncated",
      `the creation code on chain is the beginning of this build's creation code: ${last}`,
    );
  }
  const code = differences.find(({ kind }) => kind === "code") ?? first;
  const where = `the runtime code is this build's, but the creation code differs from byte ${code.offset} on`;
  const values = code.length <= WORD ? `, ${code.actual} on chain and ${code.expected} in this build` : "";
  return init !== undefined && code.offset < init
    ? certain("constructor", `${where}${values}: in the constructor (the first ${formatLength(init)})`)
    : likely("constructor", `${where}${values}: in code or data that only the constructor uses`);
}
