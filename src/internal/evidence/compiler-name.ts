import type { ContractName } from "../domain/build.ts";

/** A contract as a compiler's output has it, `path:Name`. */
export function compilerName({
  inputSourceName,
  name,
}: Pick<ContractName, "inputSourceName" | "name">): string {
  return `${inputSourceName}:${name}`;
}
