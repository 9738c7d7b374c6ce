import { CHECKS } from "../../src/internal/cross-check/checks/index.ts";

/** docs/cross-checks.md: every rule, from the list that runs. */
export function crossChecksPage(): string {
  const rows = CHECKS.map(({ id, witnesses }) => `| [\`${id}\`](#${id}) | ${witnesses.join(", ")} |`);
  const sections = CHECKS.map(
    ({ id, subject, witnesses, proves }) =>
      `## ${id}\n\n*${subject}* · witnesses: ${witnesses.join(", ")}\n\n${proves}\n`,
  );
  return `<!-- Generated from src/internal/cross-check/checks by \`npm run generate\`. Do not edit. -->

# Cross-checks

After a verification, or when one is already stored, these rules compare what the witnesses say. A check *passes*,
*fails*, is *skipped* because it does not apply, or is *unknown* because it applies and could not be carried out. One that
fails ends in exit code 1, one that is unknown in exit code 3; "could not check" is never "passed".

| check | witnesses |
|---|---|
${rows.join("\n")}

${sections.join("\n")}`;
}
