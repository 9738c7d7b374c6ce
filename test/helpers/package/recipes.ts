import { readFile } from "node:fs/promises";

export interface Recipe {
  readonly heading: string;
  /** Files by path: code blocks that begin with a path. */
  readonly files: Readonly<Record<string, string>>;
  readonly commands: readonly (readonly string[])[];
}

const BLOCK = /^```(\w+)\n([\s\S]*?)^```$/gm;
const NAMED = /^\/\/ (\S+)\n/;

export async function migrationRecipes(): Promise<readonly Recipe[]> {
  const doc = await readFile(new URL("../../../docs/migrating.md", import.meta.url), "utf8");
  return doc
    .split(/^## /m)
    .slice(1)
    .map((section) => {
      const [heading = "", ...lines] = section.split("\n");
      const text = lines.join("\n");
      const now = text.slice(text.search(/^Now\b/m));
      const blocks = [...now.matchAll(BLOCK)].map(([, language = "", code = ""]) => ({ language, code }));
      return {
        heading,
        files: Object.fromEntries(
          blocks.flatMap(({ code }) => {
            const [, name] = NAMED.exec(code) ?? [];
            return name === undefined ? [] : [[name, code] as const];
          }),
        ),
        commands: blocks
          .filter(({ language }) => language === "sh")
          .flatMap(({ code }) => code.trim().split("\n"))
          .map((line) => line.split(" ")),
      };
    });
}
