import { type Patience, retryFor, untilPresent } from "../services/retry.ts";
import { ChainError, type ChainPort, ifAnswered } from "./chain-port.ts";
import { stateAt } from "./chain-state.ts";

/** The code at an address, and the block at which it was read. */
export interface CodeOnChain {
  /** 0x-prefixed hex; `0x` if there is none. */
  readonly code: string;
  /** Undefined for the latest state, if the node rejects block numbers. */
  readonly blockNumber: number | undefined;
}

/** Waits for a new deployment to appear. Calls `getPatience` once, if the first read finds no code. */
export async function waitForCode(
  chain: ChainPort,
  address: string,
  signal: AbortSignal,
  getPatience: () => Patience | Promise<Patience>,
): Promise<CodeOnChain> {
  let latest = 0;
  let last: CodeOnChain = { code: "0x", blockNumber: undefined };
  const ask = async (): Promise<CodeOnChain | undefined> => {
    // One URL can have several nodes behind it. A lagging node's response must not replace a later block with an
    // earlier one.
    latest = Math.max(latest, await chain.latestBlock(signal));
    last = await readCode(chain, address, latest, signal);
    return last.code === "0x" ? undefined : last;
  };
  const found = (await ask()) ?? (await retryFor(ask, await getPatience(), signal, chain.wait));
  return found ?? last;
}

async function readCode(
  chain: ChainPort,
  address: string,
  block: number,
  signal: AbortSignal,
): Promise<CodeOnChain> {
  const code = await ifAnswered(signal, () => stateAt(chain, block, signal).code(address));
  if (code !== undefined) return { code, blockNumber: block };
  // Some nodes serve only the latest state and reject block numbers.
  return { code: await chain.code(address, signal), blockNumber: undefined };
}

export type CodeAgain =
  | { readonly state: "same" }
  /** The code is different, and two reads agree on it. */
  | { readonly state: "changed"; readonly code: string }
  | { readonly state: "unknown"; readonly reason: string };

/** Enough attempts for a lagging node, or for a relay whose mirror node fails temporarily. */
const MAX_READS = 4;
/** Two reads must return the same new code, because one URL can have several nodes behind it. */
const MIN_READS = 2;

/**
 * Needs only one request if the code is unchanged, and up to `attempts` if the node fails or returns no code.
 *
 * @throws ChainError if the first read was wrong, because the node now returns the new code for the same block. Evidence
 * that was read for the wrong code proves nothing.
 */
export async function readCodeAgain(
  chain: ChainPort,
  address: string,
  { code, blockNumber }: CodeOnChain,
  attempts: number,
  signal: AbortSignal,
): Promise<CodeAgain> {
  const found = await readLatestAgain(chain, address, code, attempts, signal);
  if (found.state !== "changed" || blockNumber === undefined) return found;
  const then = await ifAnswered(signal, () => stateAt(chain, blockNumber, signal).code(address));
  if (then?.toLowerCase() === found.code.toLowerCase())
    throw new ChainError(
      "eth_getCode",
      `the node returned different code for block ${blockNumber} earlier in this run`,
    );
  return found;
}

async function readLatestAgain(
  chain: ChainPort,
  address: string,
  code: string,
  attempts: number,
  signal: AbortSignal,
): Promise<CodeAgain> {
  let other: string | undefined;
  let reason = "the node no longer returns code for the address";
  const read = async (): Promise<CodeAgain | undefined> => {
    const now = await chain.code(address, signal).catch((error: unknown) => {
      if (!(error instanceof ChainError) || signal.aborted) throw error;
      reason = `the code could not be read again: ${error.message}`;
    });
    if (now === code)
      return other === undefined ? { state: "same" } : { state: "unknown", reason: CONFLICTING_CODE };
    if (now === undefined || now === "0x") return undefined;
    if (now === other) return { state: "changed", code: now };
    reason = CONFLICTING_CODE;
    other = now;
    return undefined;
  };
  const options = { attempts: Math.max(MIN_READS, Math.min(attempts, MAX_READS)), wait: chain.wait, signal };
  return (await untilPresent(read, options)) ?? { state: "unknown", reason };
}

const CONFLICTING_CODE = "the node returns conflicting code";
