import { CHECKS } from "../../src/internal/cross-check/checks/index.ts";

/** Generates src/internal/report/check-ids.ts. Command-line options need the ids before any rule is loaded. */
export function checkIds(): string {
  return `// Generated from src/internal/cross-check/checks by \`npm run generate\`. Do not edit.

/** The id of every rule of the cross-check, in the order of the table. */
export const CHECK_IDS = ${JSON.stringify(CHECKS.map(({ id }) => id))} as const;

export type CheckId = (typeof CHECK_IDS)[number];
`;
}
