import { codeLength, MAX_CODE_BYTES } from "../domain/code-template.ts";
import { asObject, isObject, type Json } from "../text/is-object.ts";
import type { TracedCreation } from "./chain-port.ts";

const ADDRESS = /^0x[0-9a-fA-F]{40}$/;
const CODE = /^0x[0-9a-fA-F]*$/;

/** Follows call order. Skips malformed frames, and failed frames, which were reverted together with their calls. */
export function readTraceCreations(trace: object): readonly TracedCreation[] {
  const creations: TracedCreation[] = [];
  const destroyed = new Set<unknown>();
  // Iterative, because calls can be 1024 deep.
  const pending: Json[] = [asObject(trace)];
  for (let frame = pending.pop(); frame !== undefined; frame = pending.pop()) {
    if (frame.error !== undefined && frame.error !== null) continue;
    const creation = parseCreation(frame);
    if (creation !== undefined) creations.push(creation);
    // On every network, a contract can still be destroyed in the transaction that created it.
    if (frame.type === "SELFDESTRUCT" && typeof frame.from === "string")
      destroyed.add(frame.from.toLowerCase());
    if (!Array.isArray(frame.calls)) continue;
    for (const call of frame.calls.toReversed()) if (isObject(call)) pending.push(call);
  }
  return creations.filter(({ address }) => !destroyed.has(address));
}

function parseCreation({ type, from, to, input }: Json): TracedCreation | undefined {
  if (type !== "CREATE" && type !== "CREATE2") return undefined;
  if (!matches(ADDRESS, from) || !matches(ADDRESS, to) || !matches(CODE, input)) return undefined;
  if (input.length % 2 !== 0 || codeLength(input) > MAX_CODE_BYTES) return undefined;
  return {
    address: to.toLowerCase(),
    creator: from.toLowerCase(),
    initCode: input.toLowerCase(),
    isCreate2: type === "CREATE2",
  };
}

function matches(pattern: RegExp, value: unknown): value is string {
  return typeof value === "string" && pattern.test(value);
}
