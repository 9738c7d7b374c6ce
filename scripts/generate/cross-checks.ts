import { CHECKS } from "../../src/internal/cross-check/checks/index.ts";
import { CLAIMS } from "../../src/internal/cross-check/claims/index.ts";
import { NEEDED_CLAIMS } from "../../src/internal/report/claim-ids.ts";
import { listWords } from "../../src/internal/text/amounts.ts";
import { NOT_CHECKED } from "../../test/tamper/not-checked.ts";

function refutedBy(checks: readonly string[]): string {
  return checks.length === 0 ? "" : `\n\nRefuted by ${checks.map((id) => `[\`${id}\`](#${id})`).join(", ")}.`;
}

function listOfNeeded(): string {
  return listWords(NEEDED_CLAIMS.map((id) => `\`${id}\``));
}

/** docs/cross-checks.md: every claim and every rule, from the list that runs. */
export function crossChecksPage(): string {
  const rows = CHECKS.map(({ id, witnesses }) => `| [\`${id}\`](#${id}) | ${witnesses.join(", ")} |`);
  const sections = CHECKS.map(
    ({ id, subject, witnesses, proves }) =>
      `### ${id}\n\n*${subject}* · witnesses: ${witnesses.join(", ")}\n\n${proves}\n`,
  );
  const claims = CLAIMS.map(
    ({ id, says, proof, checks }) => `### Claim: ${id}\n\n${says}. ${proof}${refutedBy(checks)}\n`,
  );
  const notChecked = NOT_CHECKED.map(
    ({ field, where, reason }) => `| ${field} | ${where.text} | ${reason} |`,
  );
  return `<!-- Generated from src/internal/cross-check by \`npm run generate\`. Do not edit. -->

# Cross-checks

The cross-check runs after a verification, and when the service already has a record. It judges *claims*, the things that the
verdict says, by *checks*, each of which compares the statements of its witnesses.

## Claims

A claim is *proven* where this machine computed it from evidence that is not the claimant's, *vouched for* where it is the word of
the named witnesses, *open* where it is neither, and *refuted* where a check of it failed. A claim that does not apply counts as proven.

| verdict | exit code |
|---|---|
| a claim is refuted: *Do not rely on it* | 1 |
| ${listOfNeeded()} are proven: *Verified* | 0 |
| the same, with the sources only vouched for: *Match (not exact)* | 0, or 1 with \`--min-match exact_match\` |
| one of the four is open, and waiting may close it: *Can't tell* | 3 |
| one of the four is open, and waiting can't close it: *Not proven* | 1 |
| another claim is open: said in the first line of the verdict | unchanged; with \`--require <claim>\` as for one of the four |

${claims.join("\n")}
## Checks

A check *passes*, *fails*, is *skipped* because it does not apply, or is *unknown* because it applies but could not run.
Neither a skipped nor an unknown check proves anything.

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
