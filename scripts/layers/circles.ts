import type { Module } from "./read-module.ts";

/** Finds import cycles, including type imports. Each lists its files in import order. */
export function circlesOf(modules: readonly Module[]): readonly (readonly string[])[] {
  const targets = new Map(modules.map(({ file, imports }) => [file, imports.map(({ target }) => target)]));
  const done = new Set<string>();
  const circles: string[][] = [];
  const visit = (file: string, path: readonly string[]): void => {
    const start = path.indexOf(file);
    if (start !== -1) circles.push(path.slice(start));
    if (start !== -1 || done.has(file)) return;
    for (const target of targets.get(file) ?? []) if (targets.has(target)) visit(target, [...path, file]);
    done.add(file);
  };
  for (const { file } of modules) visit(file, []);
  return circles;
}

/** Finds the shortest import path between two files. Includes both; undefined if there is none. */
export function shortestWay(
  modules: readonly Module[],
  from: string,
  to: string,
): readonly string[] | undefined {
  const targets = new Map(
    modules.map(({ file, imports }) => [file, imports.filter(({ isType }) => !isType)]),
  );
  let ways: readonly (readonly string[])[] = [[from]];
  const seen = new Set([from]);
  while (ways.length > 0) {
    const further: (readonly string[])[] = [];
    for (const way of ways) {
      const last = way.at(-1) ?? from;
      if (last === to) return way;
      for (const { target } of targets.get(last) ?? []) {
        if (seen.has(target)) continue;
        seen.add(target);
        further.push([...way, target]);
      }
    }
    ways = further;
  }
  return undefined;
}
