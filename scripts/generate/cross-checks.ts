import { CHAINS_WITH_EIP_6780, MAX_NONCES } from "../../src/internal/chain/life.ts";
import { CHECKS, getClaimChecks } from "../../src/internal/cross-check/checks/index.ts";
import { CLAIMS } from "../../src/internal/cross-check/claims/index.ts";
import { NEEDED_CLAIMS } from "../../src/internal/report/claim-ids.ts";
import { joinWords } from "../../src/internal/text/amounts.ts";
import { NOT_CHECKED } from "../../test/tamper/not-checked.ts";
import { chainName } from "./chain-names.ts";

function refutedBy(checks: readonly string[]): string {
  return checks.length === 0 ? "" : `\n\nRefuted by ${checks.map((id) => `[\`${id}\`](#${id})`).join(", ")}.`;
}

function listOfNeeded(): string {
  return joinWords(NEEDED_CLAIMS.map((id) => `\`${id}\``));
}

function chainsWithEip6780(): string {
  return joinWords(CHAINS_WITH_EIP_6780.map((id) => chainName(id) ?? `chain ${id}`));
}

/** Generates docs/cross-checks.md: every claim and every rule, from the code that runs. */
export function crossChecksPage(): string {
  const sections = CHECKS.map(
    ({ id, witnesses, proves }) => `### ${id}\n\n*Witnesses: ${witnesses.join(", ")}.* ${proves}\n`,
  );
  const claims = CLAIMS.map(
    ({ id, proof }) => `### Claim: ${id}\n\n${proof}${refutedBy(getClaimChecks(id))}\n`,
  );
  const notChecked = [...Map.groupBy(NOT_CHECKED, ({ where }) => where.text)].map(
    ([where, rows]) => `| ${where} | ${rows.map(({ field }) => field.replace("record: ", "")).join("; ")} |`,
  );
  return `<!-- Generated from src/internal/cross-check by \`npm run generate\`. Do not edit. -->

# Cross-checks

After a verification, and for a stored record, the cross-check judges the verdict's *claims* by *checks*, each of which compares the statements of its witnesses.

## Claims

[What "verified" means](verified.md) has the statement of each claim, and explains *proven*, *vouched for*, *open* and *refuted*. A claim that does not apply counts as proven.

| verdict | exit code |
|---|---|
| a claim is refuted: *Do not rely on it*, or *Differs from its deployment record* | 1 |
| ${listOfNeeded()} are proven: *Verified* | 0 |
| the same, some only vouched for: *Match (not exact)* | 0, or 1 with \`--min-match exact_match\` |
| one of the four is open, and waiting may close it: *Can't tell* | 3 |
| one of the four is open, and waiting can't close it: *Not proven* | 1 |
| another claim is open: named in the verdict's first line | unchanged; with \`--require <claim>\` as for one of the four |

${claims.join("\n")}
## The life of an address

A contract can be destroyed and created anew at its address, by other init code that writes another state. \`creation-code\` and
\`deployment\` are about the creation of the present contract:

| evidence | \`creation-code\` | \`deployment\` |
|---|---|---|
| A signed transaction without recipient, whose sender and nonce give the address: an account uses a nonce once. | proven | proven |
| The call trace shows the creation, and each creator up to the signing account made the next one with CREATE, in this transaction or one of the account's ${MAX_NONCES} before it. | proven | proven |
| The call trace shows the creation and no self-destruct, today's code was there after the block, and the chain had [EIP-6780](https://eips.ethereum.org/EIPS/eip-6780) by then. | proven | proven |
| A long-zero address of Hedera, which is given once. | proven or vouched for | proven or vouched for |
| CREATE2 gives the address, so every creation there executes this init code. | proven | vouched for, if none of the above |
| The call trace shows the creation, and none of the above. | vouched for | vouched for |
| Only the state before and after its block, or only the query service, shows the creation. | open, or vouched for by the query service | vouched for |
| The call trace shows a self-destruct, or other code was there after the block. | the transaction is not taken | the transaction is not taken |

*Vouched for* names the query service if it states the same creation, otherwise whoever named the transaction. A later creation that the query service names and the chain confirms counts.

EIP-6780 is the rule that a contract can destroy itself only in the transaction that creates it. Its start is known for ${chainsWithEip6780()}. On other chains, a contract may have destroyed itself later. On Hedera a contract also ends by deletion, which only the mirror node shows ([\`not-deleted\`](#not-deleted)).

## Checks

A check *passes*, *fails*, is *skipped* because it does not apply, or is *unknown* because it applies but could not run.
Neither a skipped nor an unknown check proves anything.

${sections.join("\n")}
## What is not checked, and why

No check detects a change of these fields (of the record, unless they name the query service): nobody else knows them, another author of the same code may have written them otherwise, or no decision depends on them.
\`npm run test:tamper\` changes every field of good answers and proves the table; test/tamper/not-checked.ts has the reason for each.

| where | fields |
|---|---|
${notChecked.join("\n")}
`;
}
