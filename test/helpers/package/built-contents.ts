import { readFileSync } from "node:fs";

export function builtContents(): Readonly<Record<string, readonly string[]>> {
  const file = new URL("../../../node_modules/.setup/contents.json", import.meta.url);
  return JSON.parse(readFileSync(file, "utf8"));
}
