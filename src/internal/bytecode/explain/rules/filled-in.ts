import { createMask, encodeCode, getOpenRanges } from "../../../domain/code-template.ts";
import { shortenList } from "../../../text/amounts.ts";
import { CALL_PROTECTION, readCallProtection } from "../../filled-in.ts";
import { certain, type Explained, type Facts } from "../explanation.ts";

/**
 * Explains a library address or immutable that has different values at different positions. Applies only if the code is
 * otherwise equal, because different code has unrelated bytes at these positions.
 */
export function explainFilledIn({ programs }: Facts): readonly Explained[] {
  if (programs.differences.some(({ kind }) => kind === "code" || kind === "length")) return [];
  const byName = Map.groupBy(programs.filledIn, ({ kind, name }) => `${kind} ${name}`);
  return [...byName].flatMap(([named, [first, ...others]]) => {
    const other = others.find(({ value }) => value !== first?.value);
    if (first === undefined || other === undefined) return [];
    const values = `${first.value} at byte ${first.start} and ${other.value} at byte ${other.start}`;
    const text = `the ${named} has two values on chain, ${values}`;
    return first.kind === "library"
      ? [certain("library", text)]
      : [certain("immutables", `${text}, which no constructor can write`)];
  });
}

/** A pushed value that differs between two bytecodes with the same instructions. */
interface ChangedOperand {
  /** The instruction's offset, in bytes from the start of the code. */
  readonly offset: number;
  /** 0x-prefixed hex. */
  readonly built: string;
  readonly onchain: string;
}

const SHOWN = 3;

/** Explains equal instructions that push different values: constants, or libraries from the settings. */
export function explainConstants(facts: Facts): readonly Explained[] {
  const changed = findChangedOperands(facts);
  const libraries = new Map<string, Explained>();
  const constants: ChangedOperand[] = [];
  for (const operand of changed) {
    const { built, offset, onchain } = operand;
    const name = facts.settings?.libraries.get(built);
    const wanted = `the build's settings.libraries puts the library ${name} at ${built}`;
    if (name === undefined) constants.push(operand);
    else
      libraries.set(
        built,
        certain("library", `${wanted}, but at byte ${offset} the code on chain has ${onchain}`),
      );
  }
  return [...libraries.values(), ...(constants.length === 0 ? [] : [explainChangedConstants(constants)])];
}

function explainChangedConstants(changed: readonly ChangedOperand[]): Explained {
  const places = changed.map(
    ({ offset, built, onchain }) => `at byte ${offset}: ${onchain} on chain, ${built} in this build`,
  );
  const values = changed.length === 1 ? "1 pushed value differs" : `${changed.length} pushed values differ`;
  const list = shortenList(places, SHOWN).join("; ");
  return certain("constant", `the instructions are the same, only ${values}: ${list}`);
}

/**
 * Returns an empty list if the instructions themselves differ. Ignores values filled in by linking or by the
 * constructor.
 */
function findChangedOperands({ built, onchain, template }: Facts): readonly ChangedOperand[] {
  if (built.code.length !== onchain.code.length) return [];
  if (built.instructions.length !== onchain.instructions.length) return [];
  const protection = readCallProtection(built.code) === undefined ? [] : [CALL_PROTECTION];
  const mask = createMask(built.code.length, [...protection, ...getOpenRanges(template)]);
  const changed: ChangedOperand[] = [];
  for (const [index, { offset, opcode, operand }] of built.instructions.entries()) {
    const other = onchain.instructions[index];
    if (other?.offset !== offset || other.opcode !== opcode) return [];
    if (Buffer.compare(operand, other.operand) === 0) continue;
    if (!mask.subarray(offset + 1, offset + 1 + operand.length).includes(1))
      changed.push({ offset, built: encodeCode(operand), onchain: encodeCode(other.operand) });
  }
  return changed;
}
