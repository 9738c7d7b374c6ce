import { codeLength, decodeCode } from "../../domain/code-template.ts";
import { type Auxdata, findTrailingAuxdata } from "../cbor-auxdata.ts";
import { decodeInstructions, type Instruction, isPush, OPCODE } from "../opcodes.ts";

/** Traits of bytecode that depend on how it was compiled. */
export interface Traits {
  readonly code: Uint8Array;
  readonly instructions: readonly Instruction[];
  readonly selectors: ReadonlySet<string>;
  /** The CBOR auxdata (the metadata section) at the end of the code. */
  readonly auxdata: Auxdata | undefined;
  /** Undefined if the code is too short or wasn't written by solc. */
  readonly pipeline: CodePipeline | undefined;
  readonly optimized: boolean | undefined;
  /** True if compiled with solc before 0.8, whose code has a different style. False for code without auxdata. */
  readonly isOld: boolean;
}

/** @param creation The creation code, which reveals the pipeline if the runtime code has no functions. */
export function readTraits(runtime: string, creation: string | undefined): Traits {
  const code = decodeCode(runtime) ?? new Uint8Array();
  const instructions = decodeInstructions(code);
  const init = creation === undefined || codeLength(creation) === 0 ? undefined : decodeCode(creation);
  const pipeline = detectPipeline(instructions) ?? (init && detectPipeline(decodeInstructions(init)));
  const auxdata = findTrailingAuxdata(code);
  const isOld = auxdata !== undefined && isBefore08(auxdata);
  return {
    code,
    instructions,
    selectors: findFunctionSelectors(instructions),
    auxdata,
    pipeline,
    optimized: isOptimized(instructions, pipeline, isOld),
    isOld,
  };
}

/** solc has written its version since 0.5.9. Auxdata with neither version nor hash can come from any version. */
function isBefore08({ solcVersion, hasHash }: Auxdata): boolean {
  return solcVersion === undefined ? hasHash : /^0\.[4-7]\./.test(solcVersion);
}

/**
 * The compiler's code generators: legacy, via the intermediate language Yul, or via Yul's control flow graph
 * (`viaSSACFG`, experimental in solc 0.8.37).
 */
export type CodePipeline = "legacy" | "via-ir" | "ssa-cfg";

const ENTRY = 40;

/**
 * Recognizes the code generator by two tests in the code's first instructions.
 *
 * The test for a selector is `CALLDATASIZE LT PUSH JUMPI` in legacy code. Yul's `if iszero(lt(calldatasize(), 4))`
 * compiles to `CALLDATASIZE LT ISZERO`, and with viaSSACFG to `CALLDATASIZE PUSH1 GT ISZERO` (measured with 0.8.37).
 *
 * The test for received ether keeps the value in legacy code: `CALLVALUE DUP1 ISZERO PUSH JUMPI`. Yul compiles to
 * `CALLVALUE PUSH JUMPI` or `CALLVALUE ISZERO`, with viaSSACFG too.
 *
 * @returns undefined if neither test is found.
 */
export function detectPipeline(instructions: readonly Instruction[]): CodePipeline | undefined {
  const entry = instructions.slice(0, ENTRY);
  for (const start of entry.keys()) {
    const found = PIPELINE_TESTS.find(([, sequence]) => matchesAt(entry, start, sequence));
    if (found !== undefined) return found[0];
  }
  return undefined;
}

const PIPELINE_TESTS: readonly (readonly [CodePipeline, Sequence])[] = [
  ["via-ir", [OPCODE.CALLDATASIZE, OPCODE.LT, OPCODE.ISZERO]],
  ["legacy", [OPCODE.CALLDATASIZE, OPCODE.LT, isPush, OPCODE.JUMPI]],
  ["ssa-cfg", [OPCODE.CALLDATASIZE, OPCODE.PUSH1, OPCODE.GT, OPCODE.ISZERO]],
  ["legacy", [OPCODE.CALLVALUE, OPCODE.DUP1, OPCODE.ISZERO]],
  ["via-ir", [OPCODE.CALLVALUE, OPCODE.ISZERO]],
  ["via-ir", [OPCODE.CALLVALUE, isPush, OPCODE.JUMPI]],
];

/**
 * All thresholds are shares of all instructions, measured with seven contracts: optimizer off and at 1, 200 and 10000
 * runs, EVM versions from london to osaka, solc 0.8.19, 0.8.28 and 0.8.37. `SWAP1 POP` in legacy code has a share of at
 * least 0.023 without the optimizer, and at most 0.010 with it.
 */
const MIN_DROP_SHARE = 0.016;
/**
 * The share of JUMPDEST in viaIR code: at least 0.16 without the optimizer, because helper functions remain, and at
 * most 0.063 with it.
 */
const MIN_LABEL_SHARE = 0.11;
/** With fewer instructions, shares aren't meaningful. */
const MIN_INSTRUCTIONS = 40;
/**
 * The share of `POP PUSH JUMP` in code from solc before 0.8, which has no helper functions: at least 0.0056 without the
 * optimizer, and at most 0.0009 with it (0.4.26, 0.5.17, 0.6.12 and 0.7.6, three contracts).
 */
const MIN_POP_JUMP_SHARE = 0.003;

/**
 * True if the code has the optimizer's style, or undefined if its style isn't conclusive.
 *
 * @param isOld True if compiled with solc before 0.8.
 */
function isOptimized(
  instructions: readonly Instruction[],
  pipeline: CodePipeline | undefined,
  isOld: boolean,
): boolean | undefined {
  if (isOld) return computeShare(instructions, [OPCODE.POP, isPush, OPCODE.JUMP]) < MIN_POP_JUMP_SHARE;
  // Not measured. This pipeline has its own optimizer settings.
  if (pipeline === "ssa-cfg") return undefined;
  if (pipeline === "via-ir")
    return instructions.length < MIN_INSTRUCTIONS
      ? undefined
      : computeShare(instructions, [OPCODE.JUMPDEST]) < MIN_LABEL_SHARE;
  // viaIR code contains few `SWAP1 POP` with or without the optimizer, so if the pipeline is unknown, only a high share
  // is conclusive.
  if (computeShare(instructions, [OPCODE.SWAP1, OPCODE.POP]) >= MIN_DROP_SHARE) return false;
  return pipeline === undefined ? undefined : true;
}

/** How constants are written: with few runs, the optimizer computes them; with many runs, it writes them out. */
export interface ConstantStyle {
  /** Occurrences of `PUSH … PUSH1 … SHL`. */
  readonly computed: number;
  /** Operands of at least 8 bytes. */
  readonly writtenOut: number;
}

const MIN_WIDE_BYTES = 8;

export function readConstantStyle(instructions: readonly Instruction[]): ConstantStyle {
  return {
    computed: countSequences(instructions, [isPush, OPCODE.PUSH1, OPCODE.SHL]),
    writtenOut: instructions.filter(({ operand }) => operand.length >= MIN_WIDE_BYTES).length,
  };
}

type Sequence = readonly (number | ((opcode: number) => boolean))[];

function computeShare(instructions: readonly Instruction[], sequence: Sequence): number {
  return countSequences(instructions, sequence) / Math.max(1, instructions.length);
}

function countSequences(instructions: readonly Instruction[], sequence: Sequence): number {
  return instructions.filter((_, start) => matchesAt(instructions, start, sequence)).length;
}

function matchesAt(instructions: readonly Instruction[], start: number, sequence: Sequence): boolean {
  return sequence.every((wanted, index) => {
    const opcode = instructions[start + index]?.opcode ?? -1;
    return typeof wanted === "number" ? opcode === wanted : wanted(opcode);
  });
}

const COMPARES: ReadonlySet<number> = new Set([OPCODE.EQ, OPCODE.SUB, OPCODE.XOR]);

/**
 * Returns the function selectors that the code compares its input with, as 8 hex digits. solc emits `PUSH4 <selector>
 * EQ`, or SUB or XOR if the optimizer inverts the jump. Selectors don't depend on compiler settings.
 */
export function findFunctionSelectors(instructions: readonly Instruction[]): ReadonlySet<string> {
  const selectors = new Set<string>();
  for (const [index, { opcode, operand }] of instructions.entries()) {
    // PUSH3 pushes a selector that starts with a zero byte.
    if (opcode !== OPCODE.PUSH4 && opcode !== OPCODE.PUSH3) continue;
    const next = instructions[index + 1]?.opcode ?? 0;
    const isCopy = next >= OPCODE.DUP1 && next <= OPCODE.DUP16;
    const compares = isCopy ? (instructions[index + 2]?.opcode ?? 0) : next;
    if (COMPARES.has(compares)) selectors.add(Buffer.from(operand).toString("hex").padStart(8, "0"));
  }
  return selectors;
}
