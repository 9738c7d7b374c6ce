import { CHAINS_WITH_EIP_6780, MOST_NONCES } from "../../src/internal/chain/life.ts";
import { CHECKS, checksOf } from "../../src/internal/cross-check/checks/index.ts";
import { CLAIMS } from "../../src/internal/cross-check/claims/index.ts";
import { CLAIM_SAYS, NEEDED_CLAIMS } from "../../src/internal/report/claim-ids.ts";
import { listWords } from "../../src/internal/text/amounts.ts";
import { NOT_CHECKED } from "../../test/tamper/not-checked.ts";
import { chainName } from "./chain-names.ts";

function refutedBy(checks: readonly string[]): string {
  return checks.length === 0 ? "" : `\n\nRefuted by ${checks.map((id) => `[\`${id}\`](#${id})`).join(", ")}.`;
}

function listOfNeeded(): string {
  return listWords(NEEDED_CLAIMS.map((id) => `\`${id}\``));
}

function chainsWithEip6780(): string {
  return listWords(CHAINS_WITH_EIP_6780.map((id) => chainName(id) ?? `chain ${id}`));
}

/** docs/cross-checks.md: every claim and every rule, from the list that runs. */
export function crossChecksPage(): string {
  const rows = CHECKS.map(({ id, witnesses }) => `| [\`${id}\`](#${id}) | ${witnesses.join(", ")} |`);
  const sections = CHECKS.map(
    ({ id, subject, witnesses, proves }) =>
      `### ${id}\n\n*${subject}* · witnesses: ${witnesses.join(", ")}\n\n${proves}\n`,
  );
  const claims = CLAIMS.map(
    ({ id, proof }) => `### Claim: ${id}\n\n${CLAIM_SAYS[id]}. ${proof}${refutedBy(checksOf(id))}\n`,
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
| the same, one or more of them only vouched for: *Match (not exact)*, which says which and by whom | 0, or 1 with \`--min-match exact_match\` |
| one of the four is open, and waiting may close it: *Can't tell* | 3 |
| one of the four is open, and waiting can't close it: *Not proven* | 1 |
| another claim is open: said in the first line of the verdict | unchanged; with \`--require <claim>\` as for one of the four |

${claims.join("\n")}
## The life of an address

A contract can be destroyed and created anew at its address, by other init code that writes another state. \`creation-code\` and
\`deployment\` are about the creation of what is there now. Who named the transaction changes nothing; the evidence does:

| evidence | \`creation-code\` | \`deployment\` |
|---|---|---|
| The transaction has a signature and no recipient, and its sender and nonce give the address. An account uses a nonce once. No trace and no older state are needed. | proven | proven |
| The call trace shows the creation, and each creator up to the account that signed made the next one with CREATE: in this transaction, or directly by one of the account's ${MOST_NONCES} transactions before it. A contract that is itself created once uses a nonce once. | proven | proven |
| The call trace shows the creation and no self-destruct of the contract, today's code was there after the block, and the chain had EIP-6780 by then: no later transaction can destroy the contract. | proven | proven |
| The address is a number of Hedera (long-zero), which is given once. The chain shows the transaction; the init code may be the query service's word. | proven or vouched for | proven or vouched for |
| CREATE2 gives the address: by the input of a deterministic deployer, or by the call trace. Every creation there executes this init code; the state that its constructor read may have been another one. | proven | vouched for, if none of the above |
| The call trace shows the creation, and none of the above. | vouched for | vouched for |
| Only the state before and after its block, or only the query service, shows the creation. | open, or vouched for by the query service | vouched for |
| The call trace shows a self-destruct of the contract, or other code was there after the block. | the transaction is not taken | the transaction is not taken |

*Vouched for* names the query service if it states the same creation, and otherwise whoever named the transaction. If the query service names another, later one that the chain confirms, that one counts. Two lives between which the address
always had code at the end of a block can't be told apart without a trace.

EIP-6780 is never assumed. Its activation is known for ${chainsWithEip6780()}. A contract that was created
before it, or on another chain, also a development chain, could have been destroyed later. On Hedera a contract also ends by deletion: its code stays, and only the mirror node says so
([\`not-deleted\`](#not-deleted)), which also names the creation of the contract that has the address now.

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
