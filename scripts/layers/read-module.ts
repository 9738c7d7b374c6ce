import { readFileSync } from "node:fs";
import { posix } from "node:path";
import { parseSync, Visitor } from "oxc-parser";
import { CLOCK_AND_CHANCE, IMPURE_GLOBALS } from "./rooms.ts";

interface Import {
  /** A file in this checkout, or a module name. */
  readonly target: string;
  readonly line: number;
  /** True for an import that compilation erases. */
  readonly isType: boolean;
}

export interface Module {
  readonly file: string;
  readonly imports: readonly Import[];
  /** Uses of the clock, randomness, and globals with side effects. */
  readonly impurities: readonly { readonly what: string; readonly line: number }[];
}

/** @param file Relative to the checkout, with forward slashes. */
export function readModule(file: string): Module {
  const source = readFileSync(file, "utf8");
  const lineAt = (offset: number): number => source.slice(0, offset).split("\n").length;
  const imports: Import[] = [];
  const impurities: { what: string; line: number }[] = [];
  const add = (node: {
    readonly start: number;
    readonly source?: unknown;
    readonly importKind?: unknown;
    readonly exportKind?: unknown;
  }): void => {
    const { source: from } = node;
    if (typeof from !== "object" || from === null || !("value" in from) || typeof from.value !== "string")
      return;
    const target = from.value.startsWith(".") ? posix.join(posix.dirname(file), from.value) : from.value;
    const isType = node.importKind === "type" || node.exportKind === "type";
    imports.push({ target, line: lineAt(node.start), isType });
  };
  const use = (what: string, offset: number): void => {
    impurities.push({ what, line: lineAt(offset) });
  };
  new Visitor({
    ImportDeclaration: add,
    ExportNamedDeclaration: add,
    ExportAllDeclaration: add,
    ImportExpression: add,
    TSImportType: add,
    MemberExpression(node) {
      const what = source.slice(node.start, node.end);
      if (CLOCK_AND_CHANCE.has(what)) use(what, node.start);
      if (node.object.type === "Identifier" && IMPURE_GLOBALS.has(node.object.name))
        use(node.object.name, node.start);
    },
    CallExpression(node) {
      if (node.callee.type === "Identifier" && IMPURE_GLOBALS.has(node.callee.name))
        use(node.callee.name, node.start);
    },
    NewExpression(node) {
      if (node.callee.type === "Identifier" && node.callee.name === "Date" && node.arguments.length === 0)
        use("new Date()", node.start);
    },
  }).visit(parseSync(file, source).program);
  return { file, imports, impurities };
}
