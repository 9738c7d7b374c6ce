import { outputOf } from "./compile-program.ts";
import type { CompilerRelease } from "./phenomenon.ts";

/**
 * The source name that the compiler looks for when a source imports a path. The input contains no other source, so the
 * compiler reports the missing name.
 *
 * @returns undefined if the compiler finds the import, or rejects it.
 */
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
