import { Fragment } from "ethers/abi";
import type { Abi } from "../../domain/build.ts";
import type { ContractRecord } from "../../domain/record.ts";
import { canonicalJson } from "../../text/canonical-json.ts";
import { asObject } from "../../text/is-object.ts";
import { type Finding, failed, passed } from "../check.ts";

export function compareEntries(
  expected: readonly string[],
  actual: readonly string[],
  what: string,
): Finding {
  const missing = subtract(expected, actual).length;
  const extra = subtract(actual, expected).length;
  const size = `${expected.length} ${what}`;
  return missing + extra === 0 ? passed(size) : failed(size, `${missing} missing, ${extra} additional`);
}

export function serializeEntries(abi: Abi): readonly string[] {
  return abi.map((fragment) => canonicalJson(fragment));
}

/**
 * Serializes the entries without `constant` or `payable`. Compilers before 0.6 output both of these keys in addition to
 * `stateMutability`, which contains the same information. Foundry's artifacts omit the two keys.
 */
export function comparableEntries(abi: Abi): readonly string[] {
  return serializeEntries(
    abi.map((fragment) => {
      if (typeof fragment.stateMutability !== "string") return fragment;
      const { constant: _, payable: __, ...rest } = fragment;
      return rest;
    }),
  );
}

/** Returns the ABI in the record's metadata, which the metadata's hash covers. */
export function getMetadataAbi({ metadata }: Pick<ContractRecord, "metadata">): Abi | undefined {
  const { abi } = asObject(metadata?.output);
  return Array.isArray(abi) ? abi : undefined;
}

/** Returns the function signatures. Unlike parameter and event names, they are fixed by the selectors in the code. */
export function listFunctions(abi: Abi): readonly string[] {
  return abi
    .filter(({ type }) => type === "function")
    .map(({ name, inputs }) => `${String(name)}(${formatTypes(inputs)})`);
}

function formatTypes(parameters: unknown): string {
  if (!Array.isArray(parameters)) return "";
  return parameters
    .map(({ type, components }: Abi[number]) =>
      String(type).startsWith("tuple")
        ? `(${formatTypes(components)})${String(type).slice(5)}`
        : String(type),
    )
    .join(",");
}

/** Removes the taken entries from the list. A duplicate entry is removed only as many times as it was taken. */
function subtract(entries: readonly string[], taken: readonly string[]): readonly string[] {
  const left = new Map<string, number>();
  for (const entry of taken) left.set(entry, (left.get(entry) ?? 0) + 1);
  return entries.filter((entry) => {
    const count = left.get(entry) ?? 0;
    left.set(entry, count - 1);
    return count <= 0;
  });
}

export const SIGNATURE_KINDS = ["function", "event", "error"] as const;

/** Returns the signatures, such as `transfer(address,uint256)`, of one kind of ABI entry. */
export function listSignatures(abi: Abi, kind: (typeof SIGNATURE_KINDS)[number]) {
  const known = new Set<string>();
  // Names of entries with a signature that ABI types can't express, such as a library function with a storage pointer.
  const unreadable = new Set<string>();
  for (const fragment of abi) {
    if (fragment.type !== kind) continue;
    try {
      known.add(Fragment.from(fragment).format("sighash"));
    } catch {
      unreadable.add(String(fragment.name));
    }
  }
  return { known, unreadable };
}
