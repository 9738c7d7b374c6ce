import { configure } from "../../errors/next-step.ts";
import { VerifyContractError } from "../../errors/problem.ts";
import { withoutCredentials } from "../../services/http/without-credentials.ts";
import { explainIssues } from "../../text/explain-issues.ts";
import { CONFIG_KEYS, userConfigSchema, type ValidUserConfig } from "./user-config-schema.ts";

/**
 * Validates `verifyContract` of the configuration.
 *
 * @param userConfig As the user wrote it.
 *
 * @throws VC108, which names each wrong key, what was expected and what was got. Values of headers are not shown.
 */
export function validateUserConfig(userConfig: unknown): ValidUserConfig {
  const parsed = userConfigSchema.safeParse(userConfig ?? {});
  if (parsed.success) return parsed.data;
  const issues = explainIssues(parsed.error.issues, {
    value: userConfig,
    keys: CONFIG_KEYS,
    isSecret: (path) => path.includes("headers"),
    show: withoutCredentials,
  });
  throw new VerifyContractError("VC108", {
    facts: issues.map(({ path, text }) => [["verifyContract", ...shownPath(path)].join("."), text]),
    next: configure("correct verifyContract"),
  });
}

/** The keys of `operators` are URLs, of which any part but the origin may be a secret. */
function shownPath([first, ...rest]: readonly PropertyKey[]): readonly string[] {
  const keys = rest.map(String);
  return [
    ...(first === undefined ? [] : [String(first)]),
    ...(first === "operators" ? keys.map((key) => URL.parse(key)?.host ?? "…") : keys),
  ];
}
