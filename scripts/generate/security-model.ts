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

Controls ${has}.

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

For each party that may lie, this page lists the effect on each [claim](cross-checks.md#claims) if everyone else is honest.
\`npm run test:lies\` runs these lies through the real pipeline, with real local services and a real chain. None may be proven.

The listed reason detects the lie: it refutes the claim, leaves it open, or names the liar as vouching for it. Claims that a section doesn't list don't depend on that party.

## What can't be known

| lie | reason | remedy |
|---|---|---|
${limits.join("\n")}

Services with the same operator count as one party. If one operator runs the verification service, the query service and the node, only the build and
local compilers can contradict them. A verification service that doesn't return the on-chain code, such as Tempo's or
Avalanche's, can't contradict a node that lies about that code.

Every response has limits, such as 64 MiB per response and 1 MB of bytecode. No lie takes 10 s or 500 MB.

## By party

${LIAR_IDS.map(sectionOf).join("\n")}`;
}
