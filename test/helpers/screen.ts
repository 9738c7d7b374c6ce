import type { CliRun } from "./cli.ts";
import type { Project } from "./project.ts";
import type { World } from "./world.ts";

const UUID = /\b[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g;
/** A build id includes the compiler's path, so it differs between computers. */
const BUILD_ID = /\b(solc-0(?:_|&#95;)8(?:_|&#95;)28)-[0-9a-f]{40}\b/g;

/** A log line about a wait, with or without colours. */
const WAIT = new RegExp(`^ {2}(?:${String.fromCharCode(27)}\\[2m)?….*\\n`, "gm");

export function screenOf(run: CliRun, project: Pick<Project, "root">, world: World): string {
  return withFixedBuild(recordingOf(run, project, world))
    .replace(/\b0\.0\.1\d{3}\b/g, "0.0.1001")
    .replace(/^( +(?:Build +)?from )\d\d:\d\d UTC/gm, "$118:02 UTC")
    .replace(UUID, "5c1f1f35-9a5c-4c0e-8a43-1f1d0c9f5a51")
    .replace(/^( {2}After +)\d+(?:\.\d+)? m?s$/gm, "$11.4 s");
}

export function withFixedBuild(screen: string): string {
  return screen.replace(BUILD_ID, "$1-4c1ff1b8f1b1b2ab1a7a6d3f2d0f6e1c8a2b9d07");
}

export function recordingOf(run: CliRun, project: Pick<Project, "root">, world: World): string {
  return (
    `${run.stdout}${run.stderr}`
      .replaceAll(world.verification.url, "http://127.0.0.1:5555")
      .replaceAll(world.query.url, "http://127.0.0.1:5551")
      .replaceAll(world.chain.rpcUrl, "http://127.0.0.1:8545")
      .replaceAll(project.root, "/project")
      // Removes waits, because a slow machine waits longer.
      .replace(WAIT, "")
      .replace(/^\n/, "")
  );
}

/** Replaces a contract's address, which depends on the order in which suites deploy from the same account. */
export function withFixedAddress(screen: string, address: string): string {
  return screen.replaceAll(address, `0x${"C0FFEE".padStart(40, "0")}`);
}
