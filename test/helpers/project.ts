import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { cp, mkdtemp, readFile, rename, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { type Artifact, artifactSchema } from "./artifact.ts";

const CHECKOUT = fileURLToPath(new URL("../../", import.meta.url));
const FIXTURES = join(CHECKOUT, "fixture-projects");
export const HARDHAT = join(CHECKOUT, "node_modules", "hardhat", "dist", "src", "cli.js");

/** A user's configuration on top of the project's hardhat.config.ts, with a different node and services. */
export const TEST_CONFIG = "hardhat.test.config.ts";
const TEST_CONFIG_SOURCE = `import config from "./hardhat.config.ts";

const networks = { ...config.networks, ...JSON.parse(process.env.TEST_NETWORKS ?? "{}") };
const verifyContract = JSON.parse(process.env.TEST_VERIFY_CONTRACT ?? "{}");

export default { ...config, networks, verifyContract };
`;

export class Project {
  readonly root: string;

  constructor(root: string) {
    this.root = root;
  }

  /** @param path As the user sees it: `contracts/Token.sol`. */
  async artifact(path: string, name: string): Promise<Artifact> {
    return artifactSchema.parse(JSON.parse(await this.read(`artifacts/${path}/${name}.json`)));
  }

  read(file: string): Promise<string> {
    return readFile(join(this.root, file), "utf8");
  }

  async edit(file: string, change: (text: string) => string): Promise<void> {
    const text = await this.read(file);
    const changed = change(text);
    if (changed === text) throw new Error(`Nothing changed in ${file}.`);
    await writeFile(join(this.root, file), changed);
  }

  async build(...options: readonly string[]): Promise<void> {
    await promisify(execFile)(process.execPath, [HARDHAT, "build", "--no-tests", ...options], {
      cwd: this.root,
    });
  }

  async copy(): Promise<Project> {
    return copyOf(this.root);
  }
}

const BUILT = ["artifacts", "cache"];
const RECURSIVE = { recursive: true };
const compiled = new Map<string, Promise<Project>>();
const folders: string[] = [];

/** A fixture project, compiled once: builds are kept in .tmp/built. Tests that modify a project use a copy. */
export function fixtureProject(name: string): Promise<Project> {
  const known = compiled.get(name) ?? prepare(name);
  compiled.set(name, known);
  return known;
}

export function uncompiledProject(name: string): Promise<Project> {
  return copyOf(join(FIXTURES, name), (source) => !/[\\/](artifacts|cache)$/.test(source));
}

async function prepare(name: string): Promise<Project> {
  const project = await uncompiledProject(name);
  const kept = join(CHECKOUT, ".tmp", "built", `${name}-${hashOf(name)}`);
  if (!existsSync(kept)) {
    await project.build();
    for (const folder of BUILT)
      await cp(join(project.root, folder), join(`${kept}.${process.pid}`, folder), RECURSIVE);
    // Another process may have been faster.
    await rename(`${kept}.${process.pid}`, kept).catch(() =>
      rmSync(`${kept}.${process.pid}`, { ...RECURSIVE, force: true }),
    );
  } else for (const folder of BUILT) await cp(join(kept, folder), join(project.root, folder), RECURSIVE);
  return project;
}

function hashOf(name: string): string {
  const root = join(FIXTURES, name);
  const isSource = (path: string): boolean => !/(^|[\\/])(artifacts|cache|node_modules)([\\/]|$)/.test(path);
  const files = readdirSync(root, { recursive: true, encoding: "utf8" }).filter(isSource).sort();
  const hash = createHash("sha256").update(readFileSync(join(CHECKOUT, "package-lock.json")));
  for (const file of files)
    if (statSync(join(root, file)).isFile()) hash.update(file).update(readFileSync(join(root, file)));
  return hash.digest("hex");
}

async function copyOf(source: string, filter: (source: string) => boolean = () => true): Promise<Project> {
  const root = await mkdtemp(join(tmpdir(), "verify-contract-"));
  folders.push(root);
  await cp(source, root, {
    recursive: true,
    filter: (path) => !path.endsWith("node_modules") && filter(path),
  });
  await symlink(join(CHECKOUT, "node_modules"), join(root, "node_modules"), "junction");
  await writeFile(join(root, TEST_CONFIG), TEST_CONFIG_SOURCE);
  return new Project(root);
}

process.on("exit", () => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});
