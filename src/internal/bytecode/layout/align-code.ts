import { diffArrays } from "diff";
import { type CodeRange, encodeCode, readNumber } from "../../domain/code-template.ts";
import { type Instruction, OPCODE } from "../opcodes.ts";

/** An instruction and the role of its operand. */
export interface Token extends Instruction {
  /** 0x-prefixed hex; empty if there is no operand. */
  readonly value: string;
  /** True if it pushes a jump target, which changes if the code moves. */
  readonly isTarget: boolean;
  /** True if the operand is filled in after compilation: an immutable or a library address. */
  readonly isFilledIn: boolean;
}

/** Consecutive instructions that are either all equal on both sides or all different. */
export interface AlignedRun {
  readonly kind: "same" | "differs";
  readonly onChain: readonly Token[];
  readonly inBuild: readonly Token[];
}

/** Code with more changes is unrelated, so a listing isn't useful. The limit also bounds the running time. */
const MAX_CHANGES = 1500;

/** @param filledIn The ranges that the compiler leaves zero, to be filled in later. */
export function createTokens(
  code: Uint8Array,
  instructions: readonly Instruction[],
  filledIn: readonly CodeRange[] = [],
): readonly Token[] {
  const starts = new Set(filledIn.map(({ start }) => start));
  const targets = new Set(
    instructions.filter(({ opcode }) => opcode === OPCODE.JUMPDEST).map(({ offset }) => offset),
  );
  // solc gives all labels the same width, so a narrower value is a constant.
  const labelLength = code.length > 0xff ? 2 : 1;
  return instructions.map((instruction, index) => {
    const { offset, operand } = instruction;
    const { length } = operand;
    const isJump = [OPCODE.JUMP, OPCODE.JUMPI].some((jump) => instructions[index + 1]?.opcode === jump);
    return {
      ...instruction,
      value: operand.length === 0 ? "" : encodeCode(operand),
      isTarget:
        length > 0 && length <= 3 && targets.has(readNumber(operand)) && (isJump || length === labelLength),
      isFilledIn: starts.has(offset + 1),
    };
  });
}

/**
 * Aligns two bytecodes instruction by instruction.
 *
 * @returns undefined if they differ too much.
 */
export function alignCode(
  onChain: readonly Token[],
  inBuild: readonly Token[],
): readonly AlignedRun[] | undefined {
  const moved = align(onChain, inBuild, true);
  // If no code moved, a changed jump target is a real difference.
  const isMoved = moved?.some(({ kind }) => kind === "differs") ?? true;
  return isMoved ? moved : align(onChain, inBuild, false);
}

function align(
  onChain: readonly Token[],
  inBuild: readonly Token[],
  mayMove: boolean,
): readonly AlignedRun[] | undefined {
  const changes = diffArrays([...inBuild], [...onChain], {
    comparator: (built, chain) => isSame(built, chain, mayMove),
    maxEditLength: MAX_CHANGES,
  });
  if (changes === undefined) return undefined;
  const runs: AlignedRun[] = [];
  let [chainAt, buildAt] = [0, 0];
  for (const { added, removed, count } of changes) {
    const here = onChain.slice(chainAt, removed ? chainAt : chainAt + count);
    const there = inBuild.slice(buildAt, added ? buildAt : buildAt + count);
    chainAt += here.length;
    buildAt += there.length;
    const kind = added || removed ? "differs" : "same";
    const last = runs.at(-1)?.kind === kind ? runs.pop() : undefined;
    runs.push({
      kind,
      onChain: [...(last?.onChain ?? []), ...here],
      inBuild: [...(last?.inBuild ?? []), ...there],
    });
  }
  return runs;
}

function isSame(built: Token, chain: Token, mayMove: boolean): boolean {
  if (built.opcode !== chain.opcode) return false;
  return built.value === chain.value || built.isFilledIn || (mayMove && built.isTarget && chain.isTarget);
}
