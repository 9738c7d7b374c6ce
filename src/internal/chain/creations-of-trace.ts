import * as z from "zod";
import { evmAddress, hex } from "../domain/wire.ts";
import { asObject, isObject, type Json } from "../text/is-object.ts";
import type { TracedCreation } from "./chain-port.ts";

const creationFrame = z.object({
  type: z.enum(["CREATE", "CREATE2"]),
  from: evmAddress,
  to: evmAddress,
  input: hex,
});

/** Follows call order. Skips malformed frames, and failed frames, which were reverted together with their calls. */
export function readTraceCreations(trace: object): readonly TracedCreation[] {
  const creations: TracedCreation[] = [];
  const destroyed = new Set<unknown>();
  // Iterative, because calls can be 1024 deep.
  const pending: Json[] = [asObject(trace)];
  for (let frame = pending.pop(); frame !== undefined; frame = pending.pop()) {
    if (frame.error !== undefined && frame.error !== null) continue;
    const { data: creation } = creationFrame.safeParse(frame);
    if (creation !== undefined) {
      const { type, from, to, input } = creation;
      creations.push({ address: to, creator: from, initCode: input, isCreate2: type === "CREATE2" });
    }
    // On every network, a contract can still be destroyed in the transaction that created it.
    if (frame.type === "SELFDESTRUCT" && typeof frame.from === "string")
      destroyed.add(frame.from.toLowerCase());
    if (!Array.isArray(frame.calls)) continue;
    for (const call of frame.calls.toReversed()) if (isObject(call)) pending.push(call);
  }
  return creations.filter(({ address }) => !destroyed.has(address));
}
