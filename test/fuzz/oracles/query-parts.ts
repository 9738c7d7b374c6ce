import { codeLength } from "../../../src/internal/domain/code-template.ts";
import type { ContractReport } from "../../../src/internal/report/model.ts";
import type { World } from "../worlds.ts";
import { at, hexOf } from "./plain-json.ts";

/** @param asked The requested contract id; undefined for an address. */
export function untrueInQuery(
  body: unknown,
  world: World,
  report: ContractReport,
  asked: string | undefined,
): readonly string[] {
  const input = report.target.creationTransactionHash === null ? undefined : world.creation?.input;
  const id = at(body, "contract_id") ?? null;
  const parts: readonly (readonly [name: string, isTrue: boolean])[] = [
    ["evm_address", hexOf(at(body, "evm_address")) === world.address.toLowerCase()],
    ["deleted", at(body, "deleted") === false],
    ["runtime_bytecode", hexOf(at(body, "runtime_bytecode")) === world.runtimeBytecode],
    ["bytecode", input === undefined || isCreationCode(body, input, world)],
    ["contract_id", asked === undefined || id === null || id === asked],
  ];
  return parts.filter(([, isTrue]) => !isTrue).map(([name]) => name);
}

/** The code of a contract created from a file may lack the constructor arguments. */
function isCreationCode(body: unknown, input: string, { templates }: World): boolean {
  const code = hexOf(at(body, "bytecode") ?? null);
  // Without a code, the service says nothing about the creation.
  if (code === null || code === "0x") return true;
  if (typeof code !== "string") return false;
  if ((at(body, "file_id") ?? null) === null) return code === input;
  return input.startsWith(code) && codeLength(code) >= codeLength(templates.creation.object);
}
