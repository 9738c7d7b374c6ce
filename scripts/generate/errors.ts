import { CATALOGUE } from "../../src/internal/errors/catalogue.ts";

const STAGES: Readonly<Record<string, string>> = {
  "1": "Usage and configuration",
  "2": "Build",
  "3": "Chain",
  "4": "Verification service",
  "5": "Query service",
  "6": "Status service",
  "7": "Deployments and journal",
  "8": "Reports",
  "9": "Local services",
};

/** Generates docs/errors.md: every error code, by stage. */
export function errorsPage(): string {
  const stages = Object.entries(STAGES).map(([digit, title]) => stageSection(digit, title));
  return `${[INTRODUCTION, ...stages.filter((section) => section !== "")].join("\n\n")}\n`;
}

const INTRODUCTION = `<!-- Generated from src/internal/errors/catalogue.ts by \`npm run generate\`. Do not edit. -->

# Errors

Every problem has a stable code; its first digit is the stage. A message states what happened, the facts, the likely cause, and the next command. Words in \`{braces}\` are filled in.`;

function stageSection(digit: string, title: string): string {
  const entries = Object.entries(CATALOGUE).filter(([code]) => code.startsWith(`VC${digit}`));
  if (entries.length === 0) return "";
  const described = entries
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([code, { sentence, explanation }]) => `### ${code}\n\n> ${escaped(sentence)}\n\n${explanation}`);
  return [`## ${title} (VC${digit}xx)`, ...described].join("\n\n");
}

/** Escapes sentences only, because explanations are already markdown. */
function escaped(sentence: string): string {
  return sentence.replace(/[\\`*_<>[\]]/g, "\\$&").replace(/\{(\w+)\}/g, "`{$1}`");
}
