import { ArgumentType } from "hardhat/types/arguments";

/** Of an option that takes a text, and has no default. */
export const TEXT = { type: ArgumentType.STRING_WITHOUT_DEFAULT, defaultValue: undefined } as const;

/** Options that several tasks take, as Hardhat's builder takes them. */
export const OPTIONS = {
  stdJsonInputVersion: {
    name: "compilerVersion",
    description: "Long version of the compiler of --std-json-input, such as 0.8.28+commit.7893614a",
    ...TEXT,
  },
  sources: {
    name: "sources",
    description:
      "auto, minimal or full. auto: what the contract imports, and all only if that is needed to match",
    defaultValue: "auto",
  },
  minMatch: {
    name: "minMatch",
    description: "match or exact_match: what counts as good enough",
    ...TEXT,
  },
  require: {
    name: "require",
    description: "Ids of checks that must pass, several with commas: one that is skipped fails then",
    ...TEXT,
  },
  at: {
    name: "at",
    description: "Consensus timestamp (seconds.nanoseconds) at which the query service is asked",
    ...TEXT,
  },
  report: {
    name: "report",
    description: "Write reports: json, junit, markdown or html=<path>, several with commas",
    ...TEXT,
  },
  timeout: { name: "timeout", description: "Seconds for everything, 300 unless configured", ...TEXT },
} as const;

/** The same for flags. */
export const FLAGS = {
  requireCreation: { name: "requireCreation", description: "Ask the creation code to match too" },
  pickIdentical: {
    name: "pickIdentical",
    description: "Of contracts with the same code, which nothing tells apart, take the first by name",
  },
  force: { name: "force", description: "Submit even when the stored match is good enough" },
  fresh: { name: "fresh", description: "Forget what earlier runs sent, and submit anew what they left" },
  dryRun: {
    name: "dryRun",
    description: "Show what would be sent, file by file, and the expected match; send nothing",
  },
  json: { name: "json", description: "The report as JSON on stdout, progress on stderr" },
} as const;

/** What Hardhat's own plugin takes, and this one has no need of; `habits.ts` answers them. */
export const HABITS = {
  arguments: {
    name: "arguments",
    description: "Not needed: constructor arguments are read from the creation code",
    defaultValue: [] as string[],
  },
  constructorArgs: {
    name: "constructorArgs",
    description: "Not needed, as those after the address",
    ...TEXT,
  },
  constructorArgsPath: {
    name: "constructorArgsPath",
    description: "Not needed, as those after the address",
    ...TEXT,
  },
  librariesPath: {
    name: "librariesPath",
    description: "Not needed: addresses of libraries are read from the code",
    ...TEXT,
  },
};
