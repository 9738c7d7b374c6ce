import { type CodeTemplate, decodeCode } from "../../domain/code-template.ts";
import { type Instruction, instructionsOf, OPCODE } from "../opcodes.ts";

/** Leading bytes by which a runtime code is found inside its creation code. */
const ENOUGH_TO_FIND = 64;

/**
 * The length of the constructor's code, which precedes the runtime code in a creation code.
 *
 * @returns undefined where the creation code does not contain the runtime code.
 */
export function initLength(creation: Uint8Array, runtime: CodeTemplate): number | undefined {
  const code = decodeCode(runtime.object);
  if (code === undefined || code.length === 0) return undefined;
  // An immutable among these bytes is zero in both.
  const found = Buffer.from(creation).indexOf(code.subarray(0, ENOUGH_TO_FIND));
  return found < 0 ? undefined : found;
}

/**
 * Whether a constructor takes arguments. It reads them from the end of the init code, which needs CODESIZE; without
 * arguments, only assembly uses CODESIZE.
 */
export function takesArguments(creation: Uint8Array, length: number | undefined): boolean {
  return init(creation, length).some(({ opcode, isReachable }) => isReachable && opcode === OPCODE.CODESIZE);
}

function init(creation: Uint8Array, length: number | undefined): readonly Instruction[] {
  return instructionsOf(creation.subarray(0, length));
}
