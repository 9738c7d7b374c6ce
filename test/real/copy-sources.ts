import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import { analyze } from "@nomicfoundation/solidity-analyzer";

import type { RealProject } from "./project.ts";

/** A file of a package, and where the project has it. Both with forward slashes. */
interface Source {
  readonly from: string;
  readonly to: string;
}

/**
 * Copies what a project picks of its package, and all that it imports, as it would stand in the project's own repository:
 * the package's files under its folder, those of other packages in node_modules.
 *
 * @returns The picked files, as paths in the project.
 */
export function copySources(project: RealProject, packages: string, root: string): ReadonlySet<string> {
  const home = posix.join(packages, "node_modules", project.package);
  const picked = filesIn(home)
    .filter((path) => project.pick.test(path) && project.drop?.test(path) !== true)
    .map((path) => ({ from: posix.join(home, path), to: posix.join(project.folder ?? "contracts", path) }));
  if (picked.length === 0) throw new Error(`${project.name} picks no file.`);
  const seen = new Set<string>();
  const open: Source[] = [...picked];
  for (let source = open.pop(); source !== undefined; source = open.pop()) {
    if (seen.has(source.to)) continue;
    seen.add(source.to);
    copy(source, root);
    const { from, to } = source;
    for (const name of analyze(readFileSync(from, "utf8")).imports)
      open.push(imported(name, { from, to }, project, packages, root));
  }
  return new Set(picked.map(({ to }) => to));
}

function imported(
  name: string,
  importer: Source,
  project: RealProject,
  packages: string,
  root: string,
): Source {
  if (name.startsWith("."))
    return {
      from: posix.join(posix.dirname(importer.from), name),
      to: posix.join(posix.dirname(importer.to), name),
    };
  const home = posix.join(packages, "node_modules", project.package);
  const folder = project.folder ?? "contracts";
  const within = withinPackage(name, project.remappings ?? {});
  if (existsSync(join(home, within)))
    return { from: posix.join(home, within), to: posix.join(folder, within) };
  // Chainlink names a version in the import, and installs the package under another name.
  const installed = name.replace(/^(@[^/]+\/[^/@]+)@/, "$1-");
  const packageOf = (path: string) => path.split("/", path.startsWith("@") ? 2 : 1).join("/");
  const manifest = posix.join("node_modules", packageOf(name), "package.json");
  copy(
    { from: posix.join(packages, "node_modules", packageOf(installed), "package.json"), to: manifest },
    root,
  );
  return {
    from: posix.join(packages, "node_modules", installed),
    to: posix.join("node_modules", name),
  };
}

function withinPackage(name: string, remappings: Readonly<Record<string, string>>): string {
  const prefix = Object.keys(remappings).find((each) => name.startsWith(each));
  return prefix === undefined ? name : `${remappings[prefix]}${name.slice(prefix.length)}`;
}

function copy({ from, to }: Source, root: string): void {
  mkdirSync(dirname(join(root, to)), { recursive: true });
  cpSync(from, join(root, to));
}

function filesIn(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(".sol"))
    .map((entry) => posix.relative(folder, posix.join(entry.parentPath, entry.name)))
    .sort();
}
