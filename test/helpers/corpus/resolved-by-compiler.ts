import { outputOf } from "./compile-program.ts";
import type { CompilerRelease } from "./phenomenon.ts";

/** The source name that the compiler reports as missing; undefined if it finds or rejects the import. */
export function resolvedByCompiler(
  release: CompilerRelease,
  importer: string,
  imported: string,
  remappings: readonly string[] = [],
): string | undefined {
  const { errors = [] } = outputOf(release, {
    language: "Solidity",
    sources: { [importer]: { content: `import "${imported.replaceAll("\\", "\\\\")}";` } },
    settings: { remappings, outputSelection: {} },
  });
  const message = errors.map((error) => error.message ?? error.formattedMessage).join("\n");
  return /Source "((?:[^"\\]|\\.)*)" not found/.exec(message)?.[1];
}
