import { readNumber, toBytes } from "../domain/code-template.ts";
import { BLOCK_ENDS, getOperandLength, listOffsets, OPCODE } from "./opcodes.ts";

/** A DELEGATECALL or CALLCODE that may run. */
export interface DelegateSite {
  /** Bytes from the start of the code. */
  readonly offset: number;
  /** True if its basic block copies calldata and reads the calldata size, as proxies do but library calls don't. */
  readonly forwardsCalldata: boolean;
  /** True if it belongs to the contract itself, not to a contract that it creates. Guessed from the jumps. */
  readonly isOwn: boolean;
}

/** A basic block: instructions up to a jump, a halting instruction, or the next JUMPDEST. */
interface Block {
  /** Bytes from the start of the code. */
  readonly start: number;
  sites?: { readonly offset: number; readonly forwardsCalldata: boolean }[];
  /** Values that the block pushes: possible jump targets for this block or a later block. */
  pushed?: number[];
  /** True if execution may continue into the next block without a jump. */
  continues: boolean;
}

/**
 * Lists the DELEGATECALLs and CALLCODEs that may run. Decodes every byte as the EVM does, including bytes that look
 * like auxdata, so an empty list is conclusive.
 *
 * @param runtimeBytecode 0x-prefixed hex.
 */
export function findDelegateSites(runtimeBytecode: string): readonly DelegateSite[] {
  const code = toBytes(runtimeBytecode);
  // If the first instruction ends its block, all bytes after it are data: INVALID and STOP halt, and the others fail
  // because the stack is empty.
  if (BLOCK_ENDS.has(code[0] ?? OPCODE.STOP)) return [];
  const blocks = splitBlocks(code);
  if (!blocks.some(({ sites }) => sites !== undefined)) return [];
  const own = findReachableBlocks(blocks, code.length);
  return blocks.flatMap(
    ({ sites }, index) => sites?.map((site) => ({ ...site, isOwn: own[index] === 1 })) ?? [],
  );
}

/**
 * Splits the code into blocks, in order: the block at 0, and each block at a JUMPDEST or after a JUMPI. Skips
 * instructions that no valid jump can reach. Code can have a million blocks, so each object is kept small.
 */
function splitBlocks(code: Uint8Array): readonly Block[] {
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
  for (const offset of listOffsets(code)) {
    const opcode = code[offset] ?? 0;
    if ((offset === 0 || opcode === OPCODE.JUMPDEST) && block?.start !== offset) block = begin(offset);
    if (opcode === OPCODE.CALLDATASIZE) hasSize = true;
    if (opcode === OPCODE.CALLDATACOPY) hasCopy = true;
    if ((opcode === OPCODE.DELEGATECALL || opcode === OPCODE.CALLCODE) && block !== undefined) {
      block.sites ??= [];
      block.sites.push({ offset, forwardsCalldata: hasSize && hasCopy });
    }
    if (opcode === OPCODE.JUMPI && block !== undefined) block = begin(offset + 1);
    if (BLOCK_ENDS.has(opcode)) block = undefined;
    const length = getOperandLength(opcode);
    if (length > 0 && length <= 3 && block !== undefined) {
      block.pushed ??= [];
      block.pushed.push(readNumber(code.subarray(offset + 1, offset + 1 + length)));
    }
  }
  return blocks;
}

/**
 * Marks each block that is reachable from the start with a 1. Relies on the fact that compilers push every jump target.
 */
function findReachableBlocks(blocks: readonly Block[], codeLength: number): Uint8Array {
  /** The index of the block that starts at an offset, plus 1. */
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
