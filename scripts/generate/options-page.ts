import { readFileSync } from "node:fs";
import { ARGUMENTS } from "../../src/internal/commands/help.ts";
import { CLAIMS } from "../../src/internal/cross-check/claims/index.ts";
import {
  COMMANDS,
  DESCRIPTIONS,
  flagOf,
  type OPTIONS,
  type Option,
  optionsOf,
} from "../../src/internal/domain/options.ts";
import { CLAIM_SAYS, NEEDED_CLAIMS } from "../../src/internal/report/claim-ids.ts";

type Row = ReturnType<typeof optionsOf>[number];
type Name = (typeof OPTIONS)[number]["name"];

/** Additions to the options' help texts. */
const MORE: Readonly<Partial<Record<Name, string>>> = {
  buildInfo: "See [builds](builds.md)",
  stdJsonInput: "It needs `--contract path:Name` too",
  followProxy: "See [proxies](proxies.md)",
  require: "See [claims and checks](cross-checks.md)",
};

/** Generates docs/options.md. An option shared by several commands appears once. */
export function optionsPage(): string {
  const all = COMMANDS.flatMap((command) =>
    optionsOf(command)
      .filter(({ description }) => !/^Ignored\b/.test(description))
      .map((row) => ({ command, row, line: `${usage(row)} | ${meaning(row)}` })),
  );
  const shared = [...Map.groupBy(all, ({ line }) => line)].filter(([, uses]) => uses.length > 1);
  const isShared = new Set(shared.map(([line]) => line));
  const sharedRows = shared.map(
    ([line, uses]) => `| ${line} | ${uses.map((use) => use.command).join(", ")} |\n`,
  );
  const sections = COMMANDS.map((command) => {
    const words = ["verify-contract", command === "verify" ? "" : command, ARGUMENTS[command]];
    const name = words.filter((word) => word !== "").join(" ");
    const own = all.filter((each) => each.command === command && !isShared.has(each.line));
    const rows = own.map(({ line }) => `| ${line} |\n`);
    const table = rows.length === 0 ? "" : `\n| option | meaning |\n|---|---|\n${rows.join("")}`;
    return `## \`${name}\`\n\n${DESCRIPTIONS[command]}.\n${table}`;
  });
  return `${BEGIN}
## Options of several commands

| option | meaning | commands |
|---|---|---|
${sharedRows.join("")}
${sections.join("\n")}`;
}

const BEGIN = `# Options

Every host has the same options: \`npx hardhat verify-contract check\` in Hardhat 3, \`npx hardhat verify-contract:check\` in Hardhat 2, \`npx hardhat-verify-contract check\` on the
[plain command line](command-line.md), which adds options for node and project. Hardhat's own \`--network <name>\` chooses the network. In Hardhat 2, commas separate several values of one option.
\`--help\` after a command lists all of its options.
`;

const CLAIM_SECTION = /(<!-- claims: generated -->\n)[\s\S]*?(<!-- end of claims -->)/;

/** Generates the table of claims in docs/verified.md. */
export function verifiedPage(): string {
  return readFileSync("docs/verified.md", "utf8").replace(
    CLAIM_SECTION,
    (_, begin: string, end: string) => `${begin}${claimTable()}${end}`,
  );
}

function claimTable(): string {
  const rows = CLAIMS.map(
    ({ id }) =>
      `| [\`${id}\`](cross-checks.md#claim-${id}) | ${CLAIM_SAYS[id]}${NEEDED_CLAIMS.includes(id) ? " (needed)" : ""} |\n`,
  );
  return `| claim | what it says |\n|---|---|\n${rows.join("")}`;
}

function usage({ name, value }: Option): string {
  if (value === undefined) return `\`${flagOf(name)}\``;
  const shown = value.includes("|") ? value.replaceAll("|", "\\|") : `<${value}>`;
  return `\`${flagOf(name)} ${shown}\``;
}

function meaning({ name, description }: Row): string {
  const more = MORE[name as Name];
  const sentence = description.replaceAll(/--[a-z-]+|\w+=<\w+>/g, "`$&`");
  return more === undefined ? sentence : `${sentence}. ${more}`;
}
