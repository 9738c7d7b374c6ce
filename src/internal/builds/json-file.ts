import { readFile, stat } from "node:fs/promises";
import { hardhatTask, type NextStep } from "../errors/next-step.ts";
import { VerifyContractError } from "../errors/problem.ts";

/** Reads a JSON file that must hold an object. VC202 where it does not, with what to try then. */
export async function readJsonObject(
  file: string,
  next?: NextStep,
): Promise<Readonly<Record<string, unknown>>> {
  let value: unknown;
  try {
    // A pipe would be waited for.
    if (!(await stat(file)).isFile()) throw new Error("it is no file");
    value = JSON.parse((await readFile(file, "utf8")).replace(/^\ufeff/, ""));
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw unusableFile(file, reason, cause, next);
  }
  if (!isObject(value)) throw unusableFile(file, "it does not hold a JSON object", undefined, next);
  return value;
}

/** VC202 for a build file. */
export function unusableFile(
  file: string,
  reason: string,
  cause?: unknown,
  next: NextStep = hardhatTask("build", "--force"),
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

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
