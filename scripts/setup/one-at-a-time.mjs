import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { inCheckout } from "./paths.mjs";
import { say } from "./say.mjs";

const LOCK = inCheckout(".toolchain", "lock");

/** Runs `work` under a lock between processes: two parallel installations would corrupt node_modules. */
export async function oneAtATime(work) {
  mkdirSync(inCheckout(".toolchain"), { recursive: true });
  for (let told = false; !take(); told = true) {
    if (!told) say("Waiting for another set-up of this checkout to end…");
    await wait(300);
  }
  const release = () => rmSync(LOCK, { force: true });
  process.once("exit", release);
  try {
    return await work();
  } finally {
    release();
    process.off("exit", release);
  }
}

function take() {
  try {
    writeFileSync(LOCK, String(process.pid), { flag: "wx" });
    return true;
  } catch (error) {
    if (error.code !== "EEXIST") throw error;
    if (!ownerIsAlive()) rmSync(LOCK, { force: true });
    return false;
  }
}

function ownerIsAlive() {
  try {
    const owner = Number(readFileSync(LOCK, "utf8"));
    // The file is empty between its creation and the first write, while its owner is alive.
    return owner === 0 || process.kill(owner, 0);
  } catch (error) {
    return error.code === "EPERM";
  }
}
