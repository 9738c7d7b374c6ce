import type { SolidityStorageLayout, StorageVariable } from "../../domain/record.ts";

/**
 * One text for each variable in storage: its slot, its byte in there, its length, its type and its name, and the same
 * of the members of its struct. The ids of types and of the syntax tree differ between compilations and are left out.
 */
export function describeLayout({ storage, types }: SolidityStorageLayout): readonly string[] {
  const describe = (variable: StorageVariable, around: readonly string[]): readonly string[] => {
    const type = types !== null && Object.hasOwn(types, variable.type) ? types[variable.type] : undefined;
    const path = [...around, variable.label];
    // A struct holds no struct of its own type, but what a service sent may.
    const members = around.length > DEEPEST ? [] : (type?.members ?? []);
    return [
      `slot ${variable.slot} byte ${variable.offset}: ${type?.label ?? "?"} ${path.join(".")}, ${type?.numberOfBytes ?? "?"} bytes`,
      ...members.flatMap((member) => describe(member, path)),
    ];
  };
  return storage.flatMap((variable) => describe(variable, []));
}

const DEEPEST = 8;

/** Whether a value has what is read of a layout; a build file is no service's answer, but may be anything too. */
export function isSolidityLayout(layout: unknown): layout is SolidityStorageLayout {
  if (typeof layout !== "object" || layout === null) return false;
  const { storage, types } = layout as Readonly<Record<string, unknown>>;
  return Array.isArray(storage) && (types === null || typeof types === "object");
}
