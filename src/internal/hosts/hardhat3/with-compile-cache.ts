import { enableCompileCache } from "node:module";

/**
 * Loads what a task needs, from Node's cache of compiled code where it has been loaded before. The cache stands in the
 * folder for temporary files, and NODE_DISABLE_COMPILE_CACHE turns it off.
 */
export function withCompileCache<T>(load: () => Promise<T>): () => Promise<T> {
  return () => {
    enableCompileCache();
    return load();
  };
}
