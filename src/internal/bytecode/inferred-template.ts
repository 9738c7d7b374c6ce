import {
  type CodeRange,
  type CodeTemplate,
  decodeCode,
  type ImmutableReferences,
} from "../domain/code-template.ts";
import { instructionsOf } from "./opcodes.ts";

const PUSH20 = 0x73;
const PUSH32 = 0x7f;
/** As PUSH20 follows the first byte of a library's runtime code: that is its call protection, and no link. */
const CALL_PROTECTION_AT = 1;

/**
 * A template of a code whose link references and immutable references were not written down, as in the artifacts of
 * Hardhat 2 and in deployment records. Both are operands that the compiler leaves zero: an address behind PUSH20, an
 * immutable behind PUSH32. It never writes a zero constant that long, so nothing else is taken for one.
 *
 * @param object Hex, with or without 0x; library placeholders may stand in it.
 * @returns The names are positions, `@214`, because the true ones are not known.
 */
export function inferredTemplate(side: "runtime" | "creation", object: string): CodeTemplate {
  const code = decodeCode(object) ?? new Uint8Array();
  const zeros = (opcode: number, length: number): readonly CodeRange[] => {
    // Most codes have none; walking through all of their instructions takes longer than looking for the bytes.
    if (!Buffer.from(code).includes(Buffer.concat([Buffer.from([opcode]), Buffer.alloc(length)]))) return [];
    return instructionsOf(code)
      .filter((it) => it.opcode === opcode && it.isReachable && isZero(it.operand, length))
      .map(({ offset }) => ({ start: offset + 1, length }));
  };
  const links = zeros(PUSH20, 20).filter(({ start }) => side === "creation" || start !== CALL_PROTECTION_AT);
  return {
    object,
    linkReferences: links.length === 0 ? {} : { "": named(links) },
    immutableReferences: side === "runtime" ? named(zeros(PUSH32, 32)) : {},
    isInferred: true,
  };
}

function named(ranges: readonly CodeRange[]): ImmutableReferences {
  return Object.fromEntries(ranges.map((range) => [`@${range.start}`, [range]]));
}

function isZero(operand: Uint8Array, length: number): boolean {
  return operand.length === length && operand.every((byte) => byte === 0);
}
