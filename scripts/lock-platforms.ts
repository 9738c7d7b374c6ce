// Adds native packages of other platforms that npm left out of package-lock.json. npm omits them silently if the
// configured registry lacks them. `npm ci` then fails on that platform, or installs a broken Hardhat on others.
// Removes the Node versions that native packages require: an older Node starts the installation, and its npm would
// silently omit them. The pinned Node runs them. Checksums are added if the configured registry offers them. With
// --check, only reports what is wrong, without asking a registry.
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";

interface LockedPackage {
  readonly version: string;
  readonly integrity?: string;
  readonly link?: boolean;
  readonly cpu?: readonly string[];
  readonly os?: readonly string[];
  readonly libc?: readonly string[];
  readonly engines?: Readonly<Record<string, string>>;
  readonly optional?: boolean;
  readonly dev?: boolean;
  readonly devOptional?: boolean;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

const OPERATING_SYSTEM = /\b(aix|android|darwin|freebsd|linux|netbsd|openbsd|openharmony|sunos|win32)\b/;
const PROCESSOR = /\b(amd64|arm64|arm|ia32|loong64|mips64el|ppc64|riscv64|s390x|wasm32|x64)\b/;

const lock: { packages: Record<string, LockedPackage> } = JSON.parse(
  readFileSync("package-lock.json", "utf8"),
);
const missing = Object.values(lock.packages).flatMap(({ optionalDependencies = {}, ...parent }) =>
  Object.entries(optionalDependencies)
    .filter(([name]) => !(`node_modules/${name}` in lock.packages))
    .map(([name, version]) => ({ name, version, parent })),
);
const bound = Object.entries(lock.packages).filter(([, { cpu, engines }]) => cpu && engines);

if (process.argv.includes("--check")) {
  for (const { name } of missing)
    console.log(`package-lock.json lacks ${name}. Run: node scripts/lock-platforms.ts`);
  const unsealed = withoutChecksum().filter(([, { cpu }]) => cpu === undefined);
  for (const [path] of unsealed) console.log(`package-lock.json has no integrity for ${path}`);
  for (const [path] of bound)
    console.log(`package-lock.json requires a Node for ${path}. Run: node scripts/lock-platforms.ts`);
  process.exitCode = missing.length + unsealed.length + bound.length === 0 ? 0 : 1;
} else {
  const added = missing.map(({ name, version, parent }): [string, LockedPackage] => [
    `node_modules/${name}`,
    entry(name, version, parent),
  ]);
  const [root, ...others] = Object.entries({ ...lock.packages, ...Object.fromEntries(added) });
  const sorted = others.sort(([a], [b]) => a.localeCompare(b, "en"));
  const packages: Record<string, LockedPackage> = Object.fromEntries(
    root === undefined ? sorted : [root, ...sorted],
  );
  for (const [path, { engines, ...native }] of bound) packages[path] = native;
  lock.packages = packages;
  for (const [path, locked] of withoutChecksum()) {
    const integrity = offeredChecksum(path.slice(path.lastIndexOf("node_modules/") + 13), locked.version);
    if (integrity === undefined) console.log(`The configured registry offers no checksum for ${path}.`);
    else packages[path] = { ...locked, integrity };
  }
  writeFileSync("package-lock.json", `${JSON.stringify({ ...lock, packages }, null, 2)}\n`);
}

function withoutChecksum(): readonly [string, LockedPackage][] {
  return Object.entries(lock.packages).filter(
    ([path, { integrity, link }]) =>
      path.includes("node_modules/") && integrity === undefined && link !== true,
  );
}

function offeredChecksum(name: string, version: string): string | undefined {
  const wanted = [`${name}@${version}`, "dist.integrity", "--json", "--loglevel=silent"];
  const { status, stdout } = spawnSync("npm", ["view", ...wanted], { encoding: "utf8" });
  const integrity: unknown = status === 0 && stdout.trim() !== "" ? JSON.parse(stdout) : undefined;
  return typeof integrity === "string" && integrity.startsWith("sha512-") ? integrity : undefined;
}

/** The package's name contains its platform. */
function entry(name: string, version: string, { dev, devOptional }: LockedPackage): LockedPackage {
  const os = OPERATING_SYSTEM.exec(name)?.[1];
  const cpu = PROCESSOR.exec(name)?.[1];
  const libc = /\bgnu/.test(name) ? "glibc" : /\bmusl/.test(name) ? "musl" : undefined;
  if (cpu === undefined) throw new Error(`The name ${name} doesn't contain a platform.`);
  return {
    version,
    cpu: [cpu === "amd64" ? "x64" : cpu],
    ...(dev === undefined ? {} : { dev }),
    ...(devOptional === undefined ? {} : { devOptional }),
    ...(libc === undefined ? {} : { libc: [libc] }),
    optional: true,
    ...(os === undefined ? {} : { os: [os] }),
  };
}
