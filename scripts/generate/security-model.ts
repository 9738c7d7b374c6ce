import { CLAIMS } from "../../src/internal/cross-check/claims/index.ts";
import { CLAIM_IDS, CLAIM_SAYS } from "../../src/internal/report/claim-ids.ts";
import { CELLS, type Cell } from "../../test/lies/table/cells.ts";
import { KNOWN_CLASSES } from "../../test/lies/table/classes.ts";
import { LIAR_IDS, LIARS, type LiarId } from "../../test/lies/table/liars.ts";
import { LIMITS } from "../../test/lies/table/limits.ts";

const SHORT = { holds: "holds", detected: "detected", unknown: "**can't be known**" } as const;

function textOf(cell: Cell): string {
  switch (cell.kind) {
    case "holds":
      return `Holds: ${cell.reason}.`;
    case "detected": {
      const { reason, but } = cell;
      return `Detected: ${reason}.${but === undefined ? "" : ` But: ${lower(LIMITS[but].lie)}`}`;
    }
    case "unknown": {
      const { lie, reason, closes } = LIMITS[cell.limit];
      return `Can't be known: ${lower(lie)} Because ${reason}. What closes it: ${closes}.`;
    }
  }
}

function lower(sentence: string): string {
  return `${sentence.charAt(0).toLowerCase()}${sentence.slice(1)}`;
}

function sectionOf(liar: LiarId): string {
  const { name, has } = LIARS[liar];
  const rows = CLAIM_IDS.map((claim) => `| \`${claim}\` | ${textOf(CELLS[liar][claim])} |`);
  return `### ${name.charAt(0).toUpperCase()}${name.slice(1)}

It has ${has}.

| claim | |
|---|---|
${rows.join("\n")}
`;
}

/** docs/security-model.md: who may lie, and what becomes of it, from the table that `npm run test:lies` walks. */
export function securityModelPage(): string {
  const head = `| who lies | ${CLAIM_IDS.map((id) => `\`${id}\``).join(" | ")} |`;
  const rows = LIAR_IDS.map(
    (liar) => `| ${LIARS[liar].name} | ${CLAIM_IDS.map((id) => SHORT[CELLS[liar][id].kind]).join(" | ")} |`,
  );
  const claims = CLAIMS.map(({ id }) => `- \`${id}\`: ${CLAIM_SAYS[id]}.`);
  const limits = Object.values(LIMITS).map(({ lie, reason, closes }) => `| ${lie} | ${reason} | ${closes} |`);
  const classes = Object.values(KNOWN_CLASSES).map((text) => `- ${text}`);
  return `<!-- Generated from test/lies/table by \`npm run generate\`. Do not edit. -->

# Security model

The verdict is made of claims ([cross-checks.md](cross-checks.md#claims)). This page says who may lie, and what becomes of each claim
then, as long as all others are honest. \`npm run test:lies\` walks the same table: it tells lies of each cell to the real pipeline, between
real local services and a real chain, and fails where one ends as proven.

- *Holds*: the claim does not rest on anything that the liar has.
- *Detected*: the lie refutes the claim, leaves it open, or the claim is only vouched for, with the liar's name.
- *Can't be known*: the run can't find out.

The claims:

${claims.join("\n")}

| ${head.slice(2)}
|${"---|".repeat(CLAIM_IDS.length + 1)}
${rows.join("\n")}

## What can't be known

| lie | reason | what closes it |
|---|---|---|
${limits.join("\n")}

Two liars of one operator count as one. Where the verification service, the query service and the node are all run by the same
operator, only what is on this machine is left to contradict them: the build, and compilers. A verification service that does not
give the code that it saw on chain, such as Tempo's or Avalanche's, is no witness against a node that lies about that code.

## What a liar can cost

Everything that others wrote is bounded where it is decoded, and what exceeds it is an error that names it: an answer has 64 MiB and a million values, a code a megabyte, a list or a map
20,000 entries, an ABI 50,000 parameters and array dimensions, a storage layout 100,000 variables; a code of a build has 20,000 references to 1,000 libraries. The deadline of \`--timeout\` is heard between two checks. \`npm run test:lies\` measures each lie: none
takes 10 s or 500 MB.

## By liar

${LIAR_IDS.map(sectionOf).join("\n")}
## Attacks with lies of their own

${classes.join("\n")}
`;
}
