import { decodeCode } from "../domain/code-template.ts";
import { ENDS, OPCODE } from "./opcodes.ts";

const CALLDATACOPY = 0x37;
const CALLCODE = 0xf2;
const DELEGATECALL = 0xf4;

/** A DELEGATECALL or CALLCODE that may run. */
export interface DelegateSite {
  /** Bytes from the start of the code. */
  readonly offset: number;
  /** Whether its basic block copies calldata and asks for its size, as a proxy's does, and a library's caller's does not. */
  readonly forwardsCalldata: boolean;
  /** Whether it is in the code itself, and not in that of a contract that the code creates: a guess, by the jumps. */
  readonly isOwn: boolean;
}

/** Instructions up to a jump, an end, or the next JUMPDEST. */
interface Block {
  sites?: { readonly offset: number; readonly forwardsCalldata: boolean }[];
  /** What it pushes: it, or a block after it, may jump there. Undefined for nothing, as in a million blocks of one byte. */
  pushed?: number[];
  /** Whether the next block may follow without a jump. */
  continues: boolean;
}

/**
 * Lists the DELEGATECALLs and CALLCODEs of a code that may run. Decodes every byte as the EVM does, also bytes that look like
 * auxdata: an empty list is certain.
 *
 * @param runtimeBytecode 0x-hex.
 */
export function delegateSites(runtimeBytecode: string): readonly DelegateSite[] {
  const blocks = blocksOf(decodeCode(runtimeBytecode) ?? new Uint8Array());
  const own = reachedFromStart(blocks);
  return [...blocks].flatMap(
    ([start, { sites }]) => sites?.map((site) => ({ ...site, isOwn: own.has(start) })) ?? [],
  );
}

/** By offset: the block at 0, and those at a JUMPDEST or after a JUMPI. What only a jump into data could run is left out. */
function blocksOf(code: Uint8Array): ReadonlyMap<number, Block> {
  const blocks = new Map<number, Block>();
  let block: Block | undefined;
  let hasSize = false;
  let hasCopy = false;
  const begin = (offset: number): Block => {
    const next = { continues: false };
    if (block !== undefined) block.continues = true;
    blocks.set(offset, next);
    [hasSize, hasCopy] = [false, false];
    return next;
  };
  for (let offset = 0; offset < code.length; offset++) {
    const opcode = code[offset] ?? 0;
    if (offset === 0 || opcode === OPCODE.JUMPDEST) block = begin(offset);
    if (opcode === OPCODE.CALLDATASIZE) hasSize = true;
    if (opcode === CALLDATACOPY) hasCopy = true;
    if ((opcode === DELEGATECALL || opcode === CALLCODE) && block !== undefined) {
      block.sites ??= [];
      block.sites.push({ offset, forwardsCalldata: hasSize && hasCopy });
    }
    if (opcode === OPCODE.JUMPI && block !== undefined) block = begin(offset + 1);
    if (ENDS.has(opcode)) block = undefined;
    if (opcode >= OPCODE.PUSH1 && opcode <= OPCODE.PUSH32) {
      const length = opcode - OPCODE.PUSH1 + 1;
      if (length <= 3 && block !== undefined) {
        block.pushed ??= [];
        block.pushed.push(numberAt(code, offset + 1, length));
      }
      offset += length;
    }
  }
  return blocks;
}

function numberAt(code: Uint8Array, start: number, length: number): number {
  return code.subarray(start, start + length).reduce((number, byte) => number * 256 + byte, 0);
}

/** Compilers push every place that they jump to. */
function reachedFromStart(blocks: ReadonlyMap<number, Block>): ReadonlySet<number> {
  const starts = [...blocks.keys()];
  const next = new Map(starts.map((start, index) => [start, starts[index + 1]]));
  const reached = new Set<number>();
  const open = [0];
  for (let start = open.pop(); start !== undefined; start = open.pop()) {
    const block = blocks.get(start);
    if (block === undefined || reached.has(start)) continue;
    reached.add(start);
    const following = block.continues ? next.get(start) : undefined;
    // One by one: half a million arguments of a call overflow the stack.
    for (const pushed of block.pushed ?? []) open.push(pushed);
    if (following !== undefined) open.push(following);
  }
  return reached;
}
