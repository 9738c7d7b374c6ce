import { readFileSync } from "node:fs";
import { flagOf, type OPTIONS, type Option, optionsOf } from "../../src/internal/commands/options.ts";
import { CLAIMS } from "../../src/internal/cross-check/claims/index.ts";
import { NEEDED_CLAIMS } from "../../src/internal/report/claim-ids.ts";

type Row = ReturnType<typeof optionsOf>[number];
type Name = (typeof OPTIONS)[number]["name"];

/** What a page can say beside the sentence of the help. */
const MORE: Readonly<Partial<Record<Name, string>>> = {
  buildInfo: "See [Builds](#builds)",
  stdJsonInput: "It needs `--contract` too",
  sources:
    "It is needed where the imports can't be resolved, the service's compiler misses a source, or the service gets other code or a weaker match than expected",
  followProxy: "See [Proxies](#proxies)",
  pickIdentical:
    "Metadata hashes, libraries and deployment records are asked first; the report lists the others",
  fresh: "By default the run resumes their jobs",
  dryRun: "It needs no service",
  bail: "By default the run continues",
  shard: "`npx hardhat verify-contract merge <reports…>` joins the JSON reports of a CI's jobs",
  require:
    "See [claims and checks](docs/cross-checks.md). One whose witness is unreachable gives exit code 3",
};

const SECTION = /(<!-- options of (\w+): generated -->\n)[\s\S]*?(<!-- end of options -->)/g;

const CLAIM_SECTION = /(<!-- claims: generated -->\n)[\s\S]*?(<!-- end of claims -->)/;

/** README.md with the tables of options, from those that the commands have, and of claims. */
export function readmeWithOptions(): string {
  const readme = readFileSync("README.md", "utf8").replace(
    CLAIM_SECTION,
    (_, begin: string, end: string) => `${begin}${claimTable()}${end}`,
  );
  return readme.replace(SECTION, (_, begin: string, command: string, end: string) => {
    if (command === "verify") return `${begin}${table(optionsOf("verify"))}${end}`;
    const { own, shared } = ofDeployments();
    const flags = shared.map(({ name }) => `\`${flagOf(name)}\``).join(", ");
    return `${begin}${table(own)}\nEach contract takes these too, as [below](#options): ${flags}.\n${end}`;
  });
}

function claimTable(): string {
  const rows = CLAIMS.map(
    ({ id, says }) =>
      `| [\`${id}\`](docs/cross-checks.md#claim-${id}) | ${says}${NEEDED_CLAIMS.includes(id) ? " (needed)" : ""} |\n`,
  );
  return `| claim | what it says |\n|---|---|\n${rows.join("")}`;
}

/** The options that mean the same for one contract are described there. */
function ofDeployments(): { readonly own: readonly Row[]; readonly shared: readonly Row[] } {
  const ofOne = new Map(optionsOf("verify").map(({ name, description }) => [name, description]));
  const all = optionsOf("deployments");
  const isShared = ({ name, description }: Row): boolean => ofOne.get(name) === description;
  return { own: all.filter((row) => !isShared(row)), shared: all.filter(isShared) };
}

function table(rows: readonly Row[]): string {
  const lines = rows.map((row) => `| ${usage(row)} | ${meaning(row)} |\n`);
  return `| option | meaning |\n|---|---|\n${lines.join("")}`;
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
