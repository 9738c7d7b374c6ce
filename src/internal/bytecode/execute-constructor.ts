import { keccak256 } from "ethers/crypto";
import { decodeCode, encodeCode } from "../domain/code-template.ts";
import { getMnemonic, isPush, listOffsets, OPCODE } from "./opcodes.ts";

export type Execution =
  | {
      readonly kind: "returned";
      /** The returned runtime code, 0x-prefixed hex. */
      readonly code: string;
    }
  | {
      readonly kind: "stopped";
      /** A clause, such as `its stack overflows`. */
      readonly reason: string;
    };

/** Reaching this limit takes one or two seconds. Both instructions and the memory words that they touch are counted. */
const MAX_STEPS = 2_000_000;
/** The approximate cost of an EXP, and of hashing one word, in ordinary instructions. */
const EXP_STEPS = 400;
const HASHED_WORD_STEPS = 20;
const MAX_MEMORY_BYTES = 8 * 1024 * 1024;
const MAX_STACK = 1024;
const WORD = 1n << 256n;

class Stopped extends Error {}

/**
 * Executes init code in isolation, with no ether sent and no chain, block, transaction, account or storage. Init code
 * that finishes this way returns the same runtime code everywhere. Execution stops at the first instruction that reads
 * anything except the code, memory or stack.
 *
 * @param initCode Creation code and constructor arguments, 0x-prefixed hex.
 */
export function executeConstructor(initCode: string): Execution {
  const code = decodeCode(initCode);
  if (code === undefined) return { kind: "stopped", reason: "the init code is invalid" };
  try {
    return { kind: "returned", code: new Machine(code).run() };
  } catch (error) {
    if (error instanceof Stopped) return { kind: "stopped", reason: error.message };
    throw error;
  }
}

class Machine {
  readonly #code: Uint8Array;
  readonly #jumps: ReadonlySet<number>;
  readonly #stack: bigint[] = [];
  #memory = new Uint8Array(4096);
  /** Memory in use, in bytes: a multiple of the word size. */
  #size = 0;
  #at = 0;
  #steps = 0;

  constructor(code: Uint8Array) {
    this.#code = code;
    this.#jumps = new Set([...listOffsets(code)].filter((at) => code[at] === OPCODE.JUMPDEST));
  }

  /** @returns The returned bytes, 0x-prefixed hex. */
  run(): string {
    for (; this.#steps < MAX_STEPS; this.#steps++) {
      const opcode = this.#code[this.#at] ?? OPCODE.STOP;
      this.#at += 1;
      if (opcode === OPCODE.STOP) return "0x";
      if (opcode === OPCODE.RETURN) {
        const [start, end] = this.#range(this.#pop(), this.#pop());
        return encodeCode(this.#memory, start, end);
      }
      const word = this.#step(getMnemonic(opcode), opcode);
      if (word !== undefined) this.#stack.push(BigInt.asUintN(256, word));
      if (this.#stack.length > MAX_STACK) throw new Stopped("its stack overflows");
    }
    throw new Stopped(`it takes more than ${MAX_STEPS} steps`);
  }

  /** @returns The word to push on the stack. */
  #step(name: string, opcode: number): bigint | undefined {
    if (isPush(opcode)) return this.#operand(opcode - OPCODE.PUSH0);
    if (opcode >= OPCODE.DUP1 && opcode <= OPCODE.DUP16) return this.#peek(opcode - OPCODE.DUP1);
    if (name === "EXP") this.#steps += EXP_STEPS;
    const compute = COMPUTED.get(name);
    if (compute !== undefined) return compute(...Array.from({ length: compute.length }, () => this.#pop()));
    switch (name) {
      case "CODESIZE":
        return BigInt(this.#code.length);
      case "MSIZE":
        return BigInt(this.#size);
      case "PC":
        return BigInt(this.#at - 1);
      case "KECCAK256": {
        const [start, end] = this.#range(this.#pop(), this.#pop());
        this.#steps += (HASHED_WORD_STEPS * (end - start)) / 32;
        return BigInt(keccak256(this.#memory.subarray(start, end)));
      }
      case "MLOAD": {
        const [start, end] = this.#range(this.#pop(), 32n);
        return BigInt(encodeCode(this.#memory, start, end));
      }
      default:
        this.#change(name, opcode);
        return undefined;
    }
  }

  #change(name: string, opcode: number): void {
    if (name.startsWith("SWAP")) this.#swap(opcode - OPCODE.SWAP1 + 1);
    else if (name === "POP") this.#pop();
    else if (name === "JUMP") this.#jump(this.#pop());
    else if (name === "JUMPI") {
      const [to, condition] = [this.#pop(), this.#pop()];
      if (condition !== 0n) this.#jump(to);
    } else if (name === "MSTORE") {
      const [start] = this.#range(this.#pop(), 32n);
      this.#memory.set(Buffer.from(this.#pop().toString(16).padStart(64, "0"), "hex"), start);
    } else if (name === "MSTORE8") {
      const [start] = this.#range(this.#pop(), 1n);
      this.#memory[start] = Number(this.#pop() & 0xffn);
    } else if (name === "CODECOPY") this.#copy(this.#code, this.#pop(), this.#pop(), this.#pop());
    // solc clears memory with CALLDATACOPY.
    else if (name === "CALLDATACOPY") this.#copy(new Uint8Array(), this.#pop(), this.#pop(), this.#pop());
    else if (name === "MCOPY") {
      const [to, from, length] = [this.#pop(), this.#pop(), this.#pop()];
      const [target] = this.#range(to, length);
      // Either range can replace `#memory` with a larger array, so both come before the copy.
      const source = this.#range(from, length);
      this.#memory.copyWithin(target, ...source);
    } else if (name === "REVERT" || name === "INVALID") throw new Stopped("it reverts if no ether is sent");
    else if (name !== "JUMPDEST")
      throw new Stopped(`it runs ${name}, whose result can depend on more than the code`);
  }

  #pop(): bigint {
    const value = this.#peek(0);
    this.#stack.pop();
    return value;
  }

  #peek(depth: number): bigint {
    const value = this.#stack.at(-1 - depth);
    if (value === undefined) throw new Stopped("its stack underflows");
    return value;
  }

  #swap(depth: number): void {
    const [top, other] = [this.#peek(0), this.#peek(depth)];
    this.#stack[this.#stack.length - 1] = other;
    this.#stack[this.#stack.length - 1 - depth] = top;
  }

  #operand(length: number): bigint {
    const operand = new Uint8Array(length);
    operand.set(this.#code.subarray(this.#at, this.#at + length));
    this.#at += length;
    return length === 0 ? 0n : BigInt(encodeCode(operand));
  }

  #jump(to: bigint): void {
    const at = Number(to);
    if (!this.#jumps.has(at)) throw new Stopped("it jumps to an invalid destination");
    this.#at = at;
  }

  /** Expands memory to include a range. */
  #range(from: bigint, length: bigint): readonly [start: number, end: number] {
    if (length === 0n) return [0, 0];
    if (from + length > BigInt(MAX_MEMORY_BYTES))
      throw new Stopped(`it uses more than ${MAX_MEMORY_BYTES} bytes of memory`);
    const end = Number(from + length);
    this.#steps += Math.ceil(Number(length) / 32);
    this.#size = Math.max(this.#size, Math.ceil(end / 32) * 32);
    if (this.#size > this.#memory.length) {
      const larger = new Uint8Array(2 * this.#size);
      larger.set(this.#memory);
      this.#memory = larger;
    }
    return [Number(from), end];
  }

  /** Copies bytes into memory. Bytes past the end of the source are zero. */
  #copy(source: Uint8Array, to: bigint, from: bigint, length: bigint): void {
    const [start, end] = this.#range(to, length);
    this.#memory.fill(0, start, end);
    const first = from < BigInt(source.length) ? Number(from) : source.length;
    this.#memory.set(source.subarray(first, first + end - start), start);
  }
}

const signed = (value: bigint): bigint => BigInt.asIntN(256, value);
const bit = (value: boolean): bigint => (value ? 1n : 0n);

/** Instructions that depend only on stack words, passed topmost first (Ethereum Yellow Paper, appendix H.2). */
const COMPUTED: ReadonlyMap<string, (...words: bigint[]) => bigint> = new Map(
  Object.entries({
    ADD: (a, b) => a + b,
    MUL: (a, b) => a * b,
    SUB: (a, b) => a - b,
    DIV: (a, b) => (b === 0n ? 0n : a / b),
    SDIV: (a, b) => (b === 0n ? 0n : signed(a) / signed(b)),
    MOD: (a, b) => (b === 0n ? 0n : a % b),
    SMOD: (a, b) => (b === 0n ? 0n : signed(a) % signed(b)),
    ADDMOD: (a, b, n) => (n === 0n ? 0n : (a + b) % n),
    MULMOD: (a, b, n) => (n === 0n ? 0n : (a * b) % n),
    EXP: (base, exponent) => power(base, exponent),
    SIGNEXTEND: (size, value) => (size > 30n ? value : BigInt.asIntN(8 * (Number(size) + 1), value)),
    LT: (a, b) => bit(a < b),
    GT: (a, b) => bit(a > b),
    SLT: (a, b) => bit(signed(a) < signed(b)),
    SGT: (a, b) => bit(signed(a) > signed(b)),
    EQ: (a, b) => bit(a === b),
    ISZERO: (a) => bit(a === 0n),
    AND: (a, b) => a & b,
    OR: (a, b) => a | b,
    XOR: (a, b) => a ^ b,
    NOT: (a) => ~a,
    BYTE: (index, value) => (index > 31n ? 0n : (value >> (8n * (31n - index))) & 0xffn),
    SHL: (shift, value) => (shift > 255n ? 0n : value << shift),
    SHR: (shift, value) => (shift > 255n ? 0n : value >> shift),
    SAR: (shift, value) => signed(value) >> (shift > 255n ? 255n : shift),
    // There is no ether, calldata or return data during the execution.
    CALLDATALOAD: (_offset) => 0n,
    CALLVALUE: () => 0n,
    CALLDATASIZE: () => 0n,
    RETURNDATASIZE: () => 0n,
  } satisfies Readonly<Record<string, (a: bigint, b: bigint, c: bigint) => bigint>>),
);

function power(base: bigint, exponent: bigint): bigint {
  let [result, factor] = [1n, base];
  for (let left = exponent; left > 0n; left >>= 1n) {
    if ((left & 1n) === 1n) result = (result * factor) % WORD;
    factor = (factor * factor) % WORD;
  }
  return result;
}
