import { isObject } from "./json-file.ts";

/**
 * The storage layout in a contract's file, where it is the contract's own: that of a proxy can hold its
 * implementation's.
 *
 * @param contract `path:Name` as the compiler got it, which it writes beside every variable.
 */
export function ownStorageLayout(layout: unknown, contract: string): object | undefined {
  if (!isObject(layout) || !Array.isArray(layout.storage)) return undefined;
  const isOwn = layout.storage.every((variable) => isObject(variable) && variable.contract === contract);
  return isOwn ? layout : undefined;
}
