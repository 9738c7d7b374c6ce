import { getAddress } from "ethers/address";
import { delegateOf, knownCode } from "../bytecode/known-codes.ts";
import type { ProxyCandidate, ProxyFacts, ProxyKind } from "../report/model.ts";
import { ifAnswered } from "./chain-port.ts";
import type { ChainState } from "./chain-state.ts";
import { addressIn } from "./read-statements.ts";

/**
 * A contract whose whole code is known.
 *
 * @returns null for known code that is no proxy; undefined for other code, and for a proxy whose storage the node does not read.
 */
export async function readByCode(
  state: ChainState,
  { address, runtimeBytecode }: { readonly address: string; readonly runtimeBytecode: string },
  signal: AbortSignal,
): Promise<ProxyFacts | null | undefined> {
  const delegate = delegateOf(runtimeBytecode);
  if (delegate !== undefined) return inCode("EIP-7702", delegate);
  const known = knownCode(runtimeBytecode);
  if (known === undefined) return undefined;
  const { kind, implementation } = known;
  if (kind === undefined) return null;
  if (implementation !== undefined) return inCode(kind, implementation);
  const slot = `0x${address.slice(2).toLowerCase().padStart(64, "0")}`;
  return await ifAnswered(signal, async () => {
    const stored = addressIn(await state.storage(address, slot, signal));
    return stored === undefined ? null : proven(kind, stored, "slot", "slot of its own address");
  });
}

function inCode(kind: ProxyKind, implementation: string): ProxyFacts {
  return proven(kind, getAddress(implementation), "code", "code of the proxy");
}

function proven(
  kind: ProxyKind,
  implementation: string,
  from: ProxyCandidate["from"],
  where: string,
): ProxyFacts {
  const candidate = { implementation, from, where, beacon: null, hasCode: null, runs: null };
  return { kind, implementation, beacon: null, proof: "code", candidates: [candidate] };
}
