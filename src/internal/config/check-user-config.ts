import type { z } from "zod";

import { VerifyContractError } from "../errors/problem.ts";
import { withoutCredentials } from "../services/http/without-credentials.ts";
import { nearestNames } from "../text/nearest.ts";
import { type CheckedUserConfig, CONFIG_KEYS, userConfigSchema } from "./user-config-schema.ts";

/**
 * Checks `verifyContract` of the Hardhat configuration.
 *
 * @throws VC108, which names each wrong key, what was expected and what was got. Values of headers are not shown.
 */
export function checkUserConfig(userConfig: unknown): CheckedUserConfig {
  const parsed = userConfigSchema.safeParse(userConfig ?? {});
  if (parsed.success) return parsed.data;
  const facts = parsed.error.issues.flatMap((issue) => describeIssue(issue, userConfig));
  throw new VerifyContractError("VC108", { facts, next: "correct verifyContract in hardhat.config.ts" });
}

function describeIssue(issue: z.core.$ZodIssue, userConfig: unknown): readonly (readonly [string, string])[] {
  switch (issue.code) {
    case "unrecognized_keys":
      return issue.keys.map(
        (key) => [pathOf([...issue.path, key]), `unknown key${suggestion(key)}`] as const,
      );
    case "invalid_union": {
      // The branch that is not `false`: its issues say what is wrong inside.
      const inner = issue.errors.find((errors) => errors.some((error) => error.path.length > 0));
      const value = valueAt(userConfig, issue.path);
      if (inner !== undefined && typeof value === "object") {
        return inner.flatMap((each) =>
          describeIssue({ ...each, path: [...issue.path, ...each.path] } as typeof issue, userConfig),
        );
      }
      const isHeader = issue.path.includes("headers");
      const expected = isHeader ? "a string or a configuration variable" : "false, or an object with a url";
      return [[pathOf(issue.path), `expected ${expected}, got ${describeValue(value, isHeader)}`]];
    }
    case "invalid_key":
      return [[pathOf(issue.path), "expected a chain id in decimal digits as the key"]];
    default: {
      const secret = issue.path.includes("headers");
      return [
        [
          pathOf(issue.path),
          `expected ${expectation(issue.message)}, got ${describeValue(valueAt(userConfig, issue.path), secret)}`,
        ],
      ];
    }
  }
}

function expectation(message: string): string {
  return message.replace(/^Invalid input: expected (\w+),.*$/, "$1");
}

function suggestion(key: string): string {
  const [nearest] = nearestNames(key, CONFIG_KEYS, 1);
  return nearest === undefined ? "" : `, perhaps ${nearest}`;
}

function pathOf(path: readonly PropertyKey[]): string {
  return ["verifyContract", ...path.map(String)].join(".");
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (inner, key) => (typeof inner === "object" && inner !== null ? Reflect.get(inner, key) : undefined),
    value,
  );
}

function describeValue(value: unknown, secret: boolean): string {
  if (value === undefined) return "nothing";
  if (value === null) return "null";
  if (Array.isArray(value)) return "an array";
  if (secret || typeof value === "object" || typeof value === "function")
    return `a value of type ${typeof value}`;
  return typeof value === "string" ? JSON.stringify(withoutCredentials(value)) : String(value);
}
