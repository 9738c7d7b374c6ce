import {
  type CodeRange,
  type CodeTemplate,
  type ImmutableReferences,
  type Side,
  toBytes,
} from "../domain/code-template.ts";
import { CALL_PROTECTION } from "./filled-in.ts";
import { decodeInstructions, OPCODE } from "./opcodes.ts";

/**
 * Infers the link and immutable references from bytecode, because Hardhat 2 artifacts and deployment records don't
 * contain them. Both are operands that the compiler sets to zero: an address after PUSH20, an immutable after PUSH32.
 * The compiler never pushes a zero constant of that length.
 *
 * @param object Hex, with or without 0x; may contain library placeholders.
 * @returns References named by their position, such as `@214`.
 */
export function inferTemplate(side: Side, object: string): CodeTemplate {
  const code = toBytes(object);
  const zeros = (opcode: number, length: number): readonly CodeRange[] => {
    // Most code has no references, and searching the bytes is faster than decoding all instructions.
    if (!Buffer.from(code).includes(Buffer.concat([Buffer.from([opcode]), Buffer.alloc(length)]))) return [];
    return decodeInstructions(code)
      .filter((it) => it.opcode === opcode && it.isReachable && it.operand.length === length)
      .filter(({ operand }) => operand.every((byte) => byte === 0))
      .map(({ offset }) => ({ start: offset + 1, length }));
  };
  // A PUSH20 at the start of a library's runtime code is its call protection, not a link.
  const links = zeros(OPCODE.PUSH20, 20).filter(
    ({ start }) => side === "creation" || start !== CALL_PROTECTION.start,
  );
  return {
    object,
    linkReferences: links.length === 0 ? {} : { "": nameByPosition(links) },
    immutableReferences: side === "runtime" ? nameByPosition(zeros(OPCODE.PUSH32, 32)) : {},
    isInferred: true,
  };
}

function nameByPosition(ranges: readonly CodeRange[]): ImmutableReferences {
  return Object.fromEntries(ranges.map((range) => [`@${range.start}`, [range]]));
}
