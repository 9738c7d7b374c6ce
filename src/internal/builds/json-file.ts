import { statSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { type NextStep, rebuild } from "../errors/next-step.ts";
import { VerifyContractError } from "../errors/problem.ts";
import { fileReason } from "../text/file-reason.ts";
import { isObject } from "../text/is-object.ts";

/** Reads a JSON file that must contain an object. @throws VC202 with `next`, the next step for the user. */
export async function readJsonObject(
  file: string,
  next?: NextStep,
): Promise<Readonly<Record<string, unknown>>> {
  let value: unknown;
  try {
    // Reading a pipe would wait forever. Not awaited: of hundreds of artifacts that takes longer than asking.
    if (!statSync(file).isFile()) throw new Error("it is not a file");
    value = JSON.parse((await readFile(file, "utf8")).replace(/^\ufeff/, ""));
  } catch (cause) {
    const reason = fileReason(cause);
    throw unusableFile(file, reason, cause, next);
  }
  if (!isObject(value)) throw unusableFile(file, "it does not contain a JSON object", undefined, next);
  return value;
}

/** Makes VC202 for a build file. */
export function unusableFile(
  file: string,
  reason: string,
  cause?: unknown,
  next: NextStep = rebuild,
): VerifyContractError {
  return new VerifyContractError("VC202", {
    facts: [
      ["File", file],
      ["Reason", reason],
    ],
    next,
    ...(cause === undefined ? {} : { cause }),
  });
}
