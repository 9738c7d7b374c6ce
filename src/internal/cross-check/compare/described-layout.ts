import type { SolidityStorageLayout, StorageVariable } from "../../domain/record.ts";
import { isWalkable } from "../../domain/storage-layout.ts";

/**
 * One text for each storage variable: slot, byte offset, length, type and name, also for the members of structs. The
 * ids of types and of the syntax tree differ between compilations and are omitted.
 */
export function describeLayout({ storage, types }: SolidityStorageLayout): readonly string[] {
  const describe = (variable: StorageVariable, around: readonly string[]): readonly string[] => {
    const type = types !== null && Object.hasOwn(types, variable.type) ? types[variable.type] : undefined;
    const path = [...around, variable.label];
    return [
      `slot ${variable.slot} byte ${variable.offset}: ${type?.label ?? "?"} ${path.join(".")}, ${type?.numberOfBytes ?? "?"} bytes`,
      ...(type?.members ?? []).flatMap((member) => describe(member, path)),
    ];
  };
  return storage.flatMap((variable) => describe(variable, []));
}

/** Whether a value, of a build file or of a service, is a layout whose variables can be walked through. */
export function isSolidityLayout(layout: unknown): layout is SolidityStorageLayout {
  if (typeof layout !== "object" || layout === null) return false;
  const { storage, types } = layout as Readonly<Record<string, unknown>>;
  if (!Array.isArray(storage) || (types !== null && typeof types !== "object")) return false;
  return isWalkable(layout as SolidityStorageLayout);
}
