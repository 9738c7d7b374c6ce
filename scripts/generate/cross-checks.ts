import { CHECKS } from "../../src/internal/cross-check/checks/index.ts";
import { NOT_CHECKED } from "../../test/tamper/not-checked.ts";

/** docs/cross-checks.md: every rule, from the list that runs. */
export function crossChecksPage(): string {
  const rows = CHECKS.map(({ id, witnesses }) => `| [\`${id}\`](#${id}) | ${witnesses.join(", ")} |`);
  const sections = CHECKS.map(
    ({ id, subject, witnesses, proves }) =>
      `## ${id}\n\n*${subject}* · witnesses: ${witnesses.join(", ")}\n\n${proves}\n`,
  );
  const notChecked = NOT_CHECKED.map(
    ({ field, where, reason }) => `| ${field} | ${where.text} | ${reason} |`,
  );
  return `<!-- Generated from src/internal/cross-check by \`npm run generate\`. Do not edit. -->

# Cross-checks

The cross-check runs after a verification, and when the service already has a record. Each rule compares the statements of
its witnesses. A check *passes*, *fails*, is *skipped* because it does not apply, or is *unknown* because it applies but
could not run. A failed check gives exit code 1, an unknown one exit code 3; "unknown" never counts as "passed".

| check | witnesses |
|---|---|
${rows.join("\n")}

${sections.join("\n")}
## What is not checked, and why

No check detects a change of these fields. \`npm run test:tamper\` changes every field of good answers, alone and in
consistent pairs, and proves the table: the checks detect every change outside it, and none inside it.

| field | where | why |
|---|---|---|
${notChecked.join("\n")}
`;
}
