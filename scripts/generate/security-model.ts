import { CLAIM_IDS } from "../../src/internal/report/claim-ids.ts";
import { CELLS, type Cell } from "../../test/lies/table/cells.ts";
import { LIAR_IDS, LIARS, type LiarId } from "../../test/lies/table/liars.ts";
import { LIMITS } from "../../test/lies/table/limits.ts";

function textOf(cell: Cell): string {
  switch (cell.kind) {
    case "holds":
      return `holds: ${cell.reason}.`;
    case "detected": {
      const { reason, but } = cell;
      return `${reason}.${but === undefined ? "" : " But see [the limits](#what-cant-be-known)."}`;
    }
    case "unknown":
      return "[can't be known](#what-cant-be-known).";
  }
}

/** The claims of one liar. Claims with the same consequence share a line. */
function sectionOf(liar: LiarId): string {
  const { name, has } = LIARS[liar];
  const texts = Map.groupBy(CLAIM_IDS, (claim) => textOf(CELLS[liar][claim]));
  if (texts.size > 1) for (const [text] of texts) if (text.startsWith("holds")) texts.delete(text);
  const lines = [...texts].map(([text, claims]) =>
    claims.length === CLAIM_IDS.length
      ? `- Every claim: ${text}`
      : `- ${claims.map((claim) => `\`${claim}\``).join(", ")}: ${text}`,
  );
  return `### ${name.charAt(0).toUpperCase()}${name.slice(1)}

It has ${has}.

${lines.join("\n")}
`;
}

/**
 * Generates docs/security-model.md, from the table that `npm run test:lies` executes: who may lie, and the
 * consequences.
 */
export function securityModelPage(): string {
  const limits = Object.values(LIMITS).map(({ lie, reason, closes }) => `| ${lie} | ${reason} | ${closes} |`);
  return `<!-- Generated from test/lies/table by \`npm run generate\`. Do not edit. -->

# Security model

This page says, for each party that may lie, how each [claim](cross-checks.md#claims) of a verdict ends if everybody else is honest.
\`npm run test:lies\` tells the lies of each cell to the real pipeline, between real local services and a real chain; none may end as proven.

A listed reason detects the lie: it refutes the claim, leaves it open, or the claim is only vouched for, with the liar's name. Claims that a party's section doesn't list don't depend on it.

## What can't be known

| lie | reason | what closes it |
|---|---|---|
${limits.join("\n")}

Two liars of one operator count as one. If one operator runs the verification service, the query service and the node, only the build and
the compilers on this machine can contradict them. A verification service that does not show the code it saw on chain, such as Tempo's or
Avalanche's, can't contradict a node that lies about that code.

Every remote answer is bounded when it is decoded, such as 64 MiB for an answer and a megabyte for a code. No lie takes 10 s or 500 MB.

## By party

${LIAR_IDS.map(sectionOf).join("\n")}`;
}
