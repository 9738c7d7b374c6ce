import { decodeCode, numberIn } from "../domain/code-template.ts";
import { ENDS, OPCODE, operandLength } from "./opcodes.ts";

/** A DELEGATECALL or CALLCODE that may run. */
export interface DelegateSite {
  /** Bytes from the start of the code. */
  readonly offset: number;
  /** True if its basic block copies calldata and asks for its size, as a proxy's does, and a library's caller's does not. */
  readonly forwardsCalldata: boolean;
  /** True if it is in the code itself, and not in that of a contract that the code creates: a guess, by the jumps. */
  readonly isOwn: boolean;
}

/** Instructions up to a jump, an end, or the next JUMPDEST. */
interface Block {
  /** Bytes from the start of the code. */
  readonly start: number;
  sites?: { readonly offset: number; readonly forwardsCalldata: boolean }[];
  /** Values it pushes: it, or a later block, may jump there. */
  pushed?: number[];
  /** True if the next block may follow without a jump. */
  continues: boolean;
}

/**
 * Lists the DELEGATECALLs and CALLCODEs of a code that may run. Decodes every byte as the EVM does, also bytes that look like
 * auxdata: an empty list is certain.
 *
 * @param runtimeBytecode 0x-hex.
 */
export function delegateSites(runtimeBytecode: string): readonly DelegateSite[] {
  const code = decodeCode(runtimeBytecode) ?? new Uint8Array();
  // Data behind an INVALID or a STOP. The others of these need a word, and the stack is empty.
  if (ENDS.has(code[0] ?? OPCODE.STOP)) return [];
  const blocks = blocksOf(code);
  if (!blocks.some(({ sites }) => sites !== undefined)) return [];
  const own = reachedFromStart(blocks, code.length);
  return blocks.flatMap(
    ({ sites }, index) => sites?.map((site) => ({ ...site, isOwn: own[index] === 1 })) ?? [],
  );
}

/**
 * In order: the block at 0, and those at a JUMPDEST or after a JUMPI. What only a jump into data could run is left out. A code can
 * have a million of them, so that each has no more than it needs.
 */
function blocksOf(code: Uint8Array): readonly Block[] {
  const blocks: Block[] = [];
  let block: Block | undefined;
  let hasSize = false;
  let hasCopy = false;
  const begin = (start: number): Block => {
    const next = { start, continues: false };
    if (block !== undefined) block.continues = true;
    blocks.push(next);
    hasSize = false;
    hasCopy = false;
    return next;
  };
  for (let offset = 0; offset < code.length; offset++) {
    const opcode = code[offset] ?? 0;
    if ((offset === 0 || opcode === OPCODE.JUMPDEST) && block?.start !== offset) block = begin(offset);
    if (opcode === OPCODE.CALLDATASIZE) hasSize = true;
    if (opcode === OPCODE.CALLDATACOPY) hasCopy = true;
    if ((opcode === OPCODE.DELEGATECALL || opcode === OPCODE.CALLCODE) && block !== undefined) {
      block.sites ??= [];
      block.sites.push({ offset, forwardsCalldata: hasSize && hasCopy });
    }
    if (opcode === OPCODE.JUMPI && block !== undefined) block = begin(offset + 1);
    if (ENDS.has(opcode)) block = undefined;
    const length = operandLength(opcode);
    if (length > 0 && length <= 3 && block !== undefined) {
      block.pushed ??= [];
      block.pushed.push(numberIn(code.subarray(offset + 1, offset + 1 + length)));
    }
    offset += length;
  }
  return blocks;
}

/** 1 for each block that runs from the start of the code. Compilers push every place that they jump to. */
function reachedFromStart(blocks: readonly Block[], codeLength: number): Uint8Array {
  /** By offset, 1 more than the index of the block that starts there. */
  const indexes = new Uint32Array(codeLength + 1);
  for (const [index, { start }] of blocks.entries()) indexes[start] = index + 1;
  const reached = new Uint8Array(blocks.length);
  const open = [0];
  for (let index = open.pop(); index !== undefined; index = open.pop()) {
    const block = blocks[index];
    if (block === undefined || reached[index] === 1) continue;
    reached[index] = 1;
    for (const offset of block.pushed ?? []) {
      const target = indexes[offset] ?? 0;
      if (target > 0) open.push(target - 1);
    }
    if (block.continues) open.push(index + 1);
  }
  return reached;
}
