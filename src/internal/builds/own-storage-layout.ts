import { isObject } from "../text/is-object.ts";

/**
 * The storage layout in a contract's file, if it is the contract's own: a proxy's file can have its implementation's.
 *
 * @param contract `path:Name` in the compiler input; the layout has it for every variable.
 */
export function ownStorageLayout(layout: unknown, contract: string): object | undefined {
  if (!isObject(layout) || !Array.isArray(layout.storage)) return undefined;
  const isOwn = layout.storage.every((variable) => isObject(variable) && variable.contract === contract);
  return isOwn ? layout : undefined;
}
