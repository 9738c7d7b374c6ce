import { decodeCode } from "../domain/code-template.ts";
import { ENDS, OPCODE } from "./opcodes.ts";

const CALLDATACOPY = 0x37;
const CALLCODE = 0xf2;
const DELEGATECALL = 0xf4;

/** A reachable DELEGATECALL or CALLCODE. */
export interface DelegateSite {
  /** Bytes from the start of the code. */
  readonly offset: number;
  /** Whether its basic block copies calldata and asks for its size, as a proxy's does, and a library's caller's does not. */
  readonly forwardsCalldata: boolean;
}

/**
 * Lists the reachable DELEGATECALLs and CALLCODEs of a code. Decodes every byte as the EVM does, also bytes that look like
 * auxdata: an empty list is certain.
 *
 * @param runtimeBytecode 0x-hex.
 */
export function delegateSites(runtimeBytecode: string): readonly DelegateSite[] {
  const code = decodeCode(runtimeBytecode) ?? new Uint8Array();
  const sites: DelegateSite[] = [];
  let isReachable = true;
  let block = new Set<number>();
  for (let offset = 0; offset < code.length; offset++) {
    const opcode = code[offset] ?? 0;
    if (opcode === OPCODE.JUMPDEST) isReachable = true;
    if (opcode === OPCODE.JUMPDEST || opcode === OPCODE.JUMPI) block = new Set();
    block.add(opcode);
    if (isReachable && (opcode === DELEGATECALL || opcode === CALLCODE))
      sites.push({ offset, forwardsCalldata: block.has(OPCODE.CALLDATASIZE) && block.has(CALLDATACOPY) });
    if (ENDS.has(opcode)) isReachable = false;
    if (opcode >= OPCODE.PUSH1 && opcode <= OPCODE.PUSH32) offset += opcode - OPCODE.PUSH1 + 1;
  }
  return sites;
}
