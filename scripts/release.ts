// Prepares the working tree for a release, or checks that it is ready. Doesn't tag or publish.
//
//   npm run release -- 0.2.0            updates version and changelog, and checks the package
//   npm run release -- --check 0.2.0    only checks; used by the release workflow
import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";

/** Not committed. */
const PACKED = ".tmp/release";
const VERSION = /^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?$/;
const UNRELEASED = "## [Unreleased]";

const isCheck = process.argv.includes("--check");
const version = process.argv.slice(2).find((each) => !each.startsWith("--"));
if (version === undefined || !VERSION.test(version)) fail("Name the version: npm run release -- 1.2.3");

const manifest = readJson("package.json");
const changelog = readFileSync("CHANGELOG.md", "utf8");

if (isCheck) check(version);
else prepare(version);

function prepare(next: string): void {
  if (git("status", "--porcelain") !== "") fail("Commit or stash your changes first.");
  if (!isLater(next, String(manifest.version)))
    fail(`${next} is not later than ${manifest.version} in package.json.`);
  const body = sectionOf(UNRELEASED);
  if (!/^- /m.test(body)) fail(`CHANGELOG.md says nothing under ${UNRELEASED}: what is the release for?`);
  const today = new Date().toISOString().slice(0, 10);
  const dated = changelog.replace(UNRELEASED, `${UNRELEASED}\n\n${headingOf(next)} - ${today}`);
  writeFileSync("CHANGELOG.md", dated);
  run("npm", "version", next, "--no-git-tag-version", "--allow-same-version");
  mkdirSync(PACKED, { recursive: true });
  run("npm", "pack", `--pack-destination=${PACKED}`);
  console.log(`Ready, and packed as it would be published in ${PACKED}. Read the difference, then:

  git commit -am "Release ${next}"
  git tag v${next}
  git push --atomic origin main v${next}

The release workflow publishes the tag, with provenance.`);
}

function check(wanted: string): void {
  if (manifest.version !== wanted) fail(`package.json has ${manifest.version}, not ${wanted}.`);
  if (readJson("package-lock.json").version !== wanted) fail(`package-lock.json does not have ${wanted}.`);
  if (!changelog.includes(`${headingOf(wanted)} - `)) fail(`CHANGELOG.md has no section for ${wanted}.`);
  if (!/^- /m.test(sectionOf(headingOf(wanted)))) fail(`CHANGELOG.md says nothing about ${wanted}.`);
}

function headingOf(of: string): string {
  return `## [${of}]`;
}

/** The text between a heading and the next one. */
function sectionOf(heading: string): string {
  const start = changelog.indexOf(heading);
  if (start === -1) fail(`CHANGELOG.md has no "${heading}".`);
  const end = changelog.indexOf("\n## ", start + heading.length);
  return changelog.slice(start, end === -1 ? undefined : end);
}

/** Compares the three version numbers. A pre-release comes before its release. */
function isLater(one: string, other: string): boolean {
  const numbersOf = (of: string): readonly number[] => (of.split("-")[0] ?? "").split(".").map(Number);
  const [a, b] = [numbersOf(one), numbersOf(other)];
  const at = [0, 1, 2].find((index) => a[index] !== b[index]);
  if (at !== undefined) return (a[at] ?? 0) > (b[at] ?? 0);
  return other.includes("-") && (!one.includes("-") || one > other);
}

function readJson(file: string): Record<string, unknown> {
  return JSON.parse(readFileSync(file, "utf8"));
}

function git(...args: string[]): string {
  return spawnSync("git", args, { encoding: "utf8" }).stdout.trim();
}

function run(command: string, ...args: string[]): void {
  const { status } = spawnSync(command, args, { stdio: ["ignore", 2, 2] });
  if (status !== 0) fail(`${command} ${args.join(" ")} failed; what it printed is above.`);
}

function fail(message: string): never {
  console.error(message);
  process.exit(1);
}
