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

After a verification, or when one is already stored, these rules compare what the witnesses say. A check *passes*,
*fails*, is *skipped* because it does not apply, or is *unknown* because it applies and could not be carried out. One that
fails ends in exit code 1, one that is unknown in exit code 3; "could not check" is never "passed".

| check | witnesses |
|---|---|
${rows.join("\n")}

${sections.join("\n")}
## What is not checked, and why

These can be changed in an answer without any check seeing it. \`npm run test:tamper\` changes every field of
good answers, alone and in pairs that agree with each other: what is not in this table is caught, and what is in it is not.

| field | where | why |
|---|---|---|
${notChecked.join("\n")}
`;
}
