import { execFile, spawn } from "node:child_process";
import { chmod, mkdir, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { assert } from "chai";
import { temporaryFolder } from "../helpers/build-files.ts";
import { verify } from "../helpers/cli.ts";
import { deploy } from "../helpers/deploy.ts";
import { writeHardhatDeploy } from "../helpers/deployments/hardhat-deploy.ts";
import { heldFor } from "../helpers/held-for.ts";
import { fixtureProject, type Project } from "../helpers/project.ts";
import { follow } from "../helpers/running-process.ts";
import { privateWorld } from "../helpers/world.ts";
import { Chance, SEED } from "./chance.ts";

const LOCK = "verify-contract.lock.json";
const WRITER = fileURLToPath(new URL("write-forever.ts", import.meta.url));
const KILLED_WRITERS = 30;
const MOST_DELAY_MS = 40;
const NO_HASH = `0x${"0".repeat(64)}`;
const run = promisify(execFile);

describe("interrupt - writing the lock file", () => {
  const chance = new Chance(SEED);
  const world = heldFor(() => privateWorld());
  const scratch = heldFor(temporaryFolder);
  let project: Project;
  let file: string;
  /** The lock file with other code hashes. */
  let old: string;

  before(async () => {
    project = await (await fixtureProject("many-contracts")).copy();
    file = path.join(project.root, LOCK);
    const artifact = (name: string) => project.artifact(`contracts/${name}.sol`, name);
    await writeHardhatDeploy(project, "localhost", 31337, {
      Counter: await deploy(world.chain, await artifact("Counter")),
      Factory: await deploy(world.chain, await artifact("Factory")),
    });
    for (const command of ["deployments", "lock"]) {
      const ran = await verify(project, [command], { world });
      assert.equal(ran.exitCode, 0, ran.stdout + ran.stderr);
    }
    const locked = await readFile(file, "utf8");
    old = locked.replaceAll(/"code": "0x[0-9a-f]{64}"/g, `"code": "${NO_HASH}"`);
    assert.notEqual(locked, old);
  });

  it(`should leave a whole file when a writing process is killed ${KILLED_WRITERS} times`, async () => {
    const target = path.join(scratch.path, "long.json");
    await writeFile(target, "old\n");
    for (let round = 0; round < KILLED_WRITERS; round++) {
      {
        await using _ = await startWriter(target, round);
        await sleep(chance.below(MOST_DELAY_MS));
      }
      assertWhole(await readFile(target, "utf8"));
    }
  });

  it("should show readers only whole files while two processes write at once", async () => {
    const target = path.join(scratch.path, "shared.json");
    await writeFile(target, "old\n");
    await using _one = await startWriter(target, 1);
    await using _other = await startWriter(target, 2);
    const seen = new Set<string>();
    const haveBothWritten = () =>
      ["1", "2"].every((writer) => [...seen].some((text) => text.endsWith(writer)));
    for (let reads = 0; reads < 100 || !haveBothWritten(); reads++)
      seen.add(assertWhole(await readFile(target, "utf8")));
  });

  it("should report a full or read-only disk, and leave the old file", async function () {
    const disk = path.join(scratch.path, "disk");
    await mkdir(disk, { recursive: true });
    if (!(await isMounted(disk, "size=16k"))) return this.skip();
    try {
      await writeFile(path.join(disk, LOCK), old);
      await rm(file);
      await symlink(path.join(disk, LOCK), file);
      await fill(disk);
      await expectRefusal("VC715", /the disk is full/);
      assert.sameMembers(await readdir(disk), [LOCK, "filler"]);
      await rm(path.join(disk, "filler"));

      await run("mount", ["-o", "remount,ro", disk]);
      world.reset();
      await expectRefusal("VC715", /is read-only/);
      assert.isEmpty(world.verification.requests, "it was tried before anything was asked");
      await run("mount", ["-o", "remount,rw", disk]);
      assert.equal(await readFile(path.join(disk, LOCK), "utf8"), old);
    } finally {
      await run("umount", [disk]);
      await rm(file);
      await writeFile(file, old);
    }
  });

  it("should report a folder without write permission, and leave the old file", async function () {
    // An administrator may write anywhere.
    if (process.getuid?.() === 0) return this.skip();
    await writeFile(file, old);
    await chmod(project.root, 0o555);
    try {
      await expectRefusal("VC715", /permission denied/);
    } finally {
      await chmod(project.root, 0o755);
    }
  });

  async function expectRefusal(code: string, reason: RegExp): Promise<void> {
    const { exitCode, stdout, stderr } = await verify(project, ["lock"], { world });
    assert.equal(exitCode, 2, stdout + stderr);
    assert.match(stderr, new RegExp(`^${code} `));
    assert.match(stderr, reason);
    assert.equal(await readFile(file, "utf8"), old);
  }
});

/** A process that writes until it is killed on disposal. */
async function startWriter(target: string, count: number): Promise<AsyncDisposable> {
  const { child, shows, ended } = follow(spawn(process.execPath, [WRITER, target, String(count)]));
  await shows(/ready/);
  return {
    [Symbol.asyncDispose]: async () => {
      child.kill("SIGKILL");
      await ended;
    },
  };
}

/** @returns The letter and the writer's number. */
function assertWhole(text: string): string {
  assert.match(text, /^(?:old|(a{2000000}|b{2000000})\d+)\n$/);
  return `${text[0]}${text.replace(/^\D*/, "").trimEnd()}`;
}

/** False without the right to mount. */
async function isMounted(folder: string, options: string): Promise<boolean> {
  return run("mount", ["-t", "tmpfs", "-o", options, "tmpfs", folder]).then(
    () => true,
    () => false,
  );
}

async function fill(folder: string): Promise<void> {
  await writeFile(path.join(folder, "filler"), "x".repeat(64 * 1024)).catch(() => {});
}
