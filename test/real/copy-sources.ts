import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import { analyze } from "@nomicfoundation/solidity-analyzer";
import { compilersOf, type RealProject } from "./project.ts";

/** Both paths have forward slashes. */
interface Source {
  readonly from: string;
  readonly to: string;
}

/**
 * Copies the picked files and their imports as the project's own repository would have them: the package's files in its
 * folder, other packages in node_modules. Leaves out files that no compiler accepts or whose imports are missing.
 * @returns The picked files' paths in the project.
 */
export function copySources(project: RealProject, packages: string, root: string): ReadonlySet<string> {
  const home = posix.join(packages, "node_modules", project.package);
  const picked = filesIn(home)
    .filter((path) => project.pick.test(path) && project.drop?.test(path) !== true)
    .map((path) => ({ from: posix.join(home, path), to: posix.join(project.folder ?? "contracts", path) }))
    .map((source) => closureOf(source, project, packages))
    .filter(({ fits }) => fits);
  if (picked.length === 0) throw new Error(`${project.name} picks no file.`);
  for (const { sources } of picked) for (const source of sources) copy(source, root);
  return new Set(picked.map(({ of }) => of));
}

interface Closure {
  readonly of: string;
  readonly sources: readonly Source[];
  /** True if one compiler accepts all of them. */
  readonly fits: boolean;
}

function closureOf(first: Source, project: RealProject, packages: string): Closure {
  const sources = new Map<string, Source>();
  let versions = compilersOf(project).map(({ version }) => version);
  const open: Source[] = [first];
  for (let source = open.pop(); source !== undefined; source = open.pop()) {
    if (sources.has(source.to)) continue;
    sources.set(source.to, source);
    if (!source.to.endsWith(".sol")) continue;
    if (!existsSync(source.from)) return { of: first.to, sources: [], fits: false };
    const { imports, versionPragmas } = analyze(readFileSync(source.from, "utf8"));
    versions = versions.filter((version) => versionPragmas.every((pragma) => accepts(pragma, version)));
    if (versions.length === 0) return { of: first.to, sources: [], fits: false };
    for (const name of imports) open.push(...imported(name, source, project, packages));
  }
  return { of: first.to, sources: [...sources.values()], fits: true };
}

function imported(name: string, importer: Source, project: RealProject, packages: string): readonly Source[] {
  if (name.startsWith("."))
    return [
      {
        from: posix.join(posix.dirname(importer.from), name),
        to: posix.join(posix.dirname(importer.to), name),
      },
    ];
  const home = posix.join(packages, "node_modules", project.package);
  const folder = project.folder ?? "contracts";
  const within = withinPackage(name, project.remappings ?? {});
  if (project.package !== "" && existsSync(join(home, within)))
    return [{ from: posix.join(home, within), to: posix.join(folder, within) }];
  // Chainlink's imports name a version; the package is installed under another name.
  const installed = name.replace(/^(@[^/]+\/[^/@]+)@/, "$1-");
  const packageOf = (path: string) => path.split("/", path.startsWith("@") ? 2 : 1).join("/");
  const modules = posix.join(packages, "node_modules");
  const manifest = (path: string) => posix.join(packageOf(path), "package.json");
  return [
    { from: posix.join(modules, manifest(installed)), to: posix.join("node_modules", manifest(name)) },
    { from: posix.join(modules, installed), to: posix.join("node_modules", name) },
  ];
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

function accepts(pragma: string, version: string): boolean {
  return pragma
    .split("||")
    .some((range) =>
      [...range.matchAll(/(\^|>=|<=|>|<|=|~)?\s*v?(\d+)\.(\d+)(?:\.(\d+))?/g)].every(
        ([, operator = "=", major, minor, patch]) =>
          fits(operator, numbers(version), [Number(major), Number(minor), Number(patch ?? 0)]),
      ),
    );
}

type Numbers = readonly [number, number, number];

function fits(operator: string, version: Numbers, than: Numbers): boolean {
  const order = version.map((part, index) => part - (than[index] ?? 0)).find((part) => part !== 0) ?? 0;
  switch (operator) {
    case "^":
    case "~":
      // All versions are 0.x, where a caret also fixes the second number.
      return order >= 0 && version[0] === than[0] && version[1] === than[1];
    case ">=":
      return order >= 0;
    case ">":
      return order > 0;
    case "<=":
      return order <= 0;
    case "<":
      return order < 0;
    default:
      return order === 0;
  }
}

function numbers(version: string): Numbers {
  const [major = 0, minor = 0, patch = 0] = version.split(".").map(Number);
  return [major, minor, patch];
}
