import { writeFile } from "node:fs/promises";
import path from "node:path";
import { ownAddresses } from "../deployments/locate.ts";
import { manifestOf } from "../deployments/own-addresses.ts";
import { ownCommand } from "../errors/next-step.ts";
import { invalidValue } from "../errors/problem.ts";
import { unwritable } from "./write-reports.ts";

/** Never overwrites a file. @returns The names, with the manifest in place of the project's own address files. */
export async function writeManifest(target: string, names: readonly string[]): Promise<readonly string[]> {
  const contracts = new Map(
    await Promise.all(names.map(async (name) => [name, await ownAddresses(path.resolve(name))] as const)),
  );
  const addresses = [...contracts.values()].flatMap((each) => each ?? []);
  if (addresses.length === 0)
    throw invalidValue(
      "--write-manifest",
      target,
      "the path of a new file, and at least one JSON file with your own addresses",
    );
  try {
    await writeFile(target, `${JSON.stringify(manifestOf(addresses), undefined, 2)}\n`, { flag: "wx" });
  } catch (cause) {
    throw unwritable(target, cause, ownCommand("deployments", [target]));
  }
  return [target, ...names.filter((name) => contracts.get(name) === undefined)];
}
