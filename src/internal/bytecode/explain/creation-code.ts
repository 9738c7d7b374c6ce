import { type CodeTemplate, decodeCode } from "../../domain/code-template.ts";
import { type Instruction, instructionsOf, OPCODE } from "../opcodes.ts";

/** Bytes of a runtime code by which it is found inside of its creation code. */
const ENOUGH_TO_FIND = 64;

/**
 * The length of what runs once, before the runtime code in a creation code: the constructor.
 *
 * @returns undefined where the runtime code isn't found in it.
 */
export function initLength(creation: Uint8Array, runtime: CodeTemplate): number | undefined {
  const code = decodeCode(runtime.object);
  if (code === undefined || code.length === 0) return undefined;
  // An immutable can stand at its beginning, but is zero in both.
  const found = Buffer.from(creation).indexOf(code.subarray(0, ENOUGH_TO_FIND));
  return found < 0 ? undefined : found;
}

/**
 * Whether a constructor takes arguments: they follow the creation code, so that it asks for the code's size. One
 * without arguments does not, unless in assembly.
 */
export function takesArguments(creation: Uint8Array, length: number | undefined): boolean {
  return init(creation, length).some(({ opcode, isReachable }) => isReachable && opcode === OPCODE.CODESIZE);
}

function init(creation: Uint8Array, length: number | undefined): readonly Instruction[] {
  return instructionsOf(creation.subarray(0, length));
}
