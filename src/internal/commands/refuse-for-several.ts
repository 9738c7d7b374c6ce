import { VerifyContractError } from "../errors/problem.ts";
import { flagOf, type Option, optionsOf } from "./options.ts";

/**
 * Refuses options that are for one contract, in a run over several.
 *
 * @param keys Keys of these options in a request.
 * @throws VerifyContractError VC118
 */
export function refuseForSeveral(args: object, keys: readonly string[]): void {
  const rows: readonly Option[] = optionsOf("check");
  const given = rows.find(
    ({ key, name }) => key !== undefined && keys.includes(key) && Reflect.get(args, name) !== undefined,
  );
  if (given !== undefined) throw new VerifyContractError("VC118", { values: { option: flagOf(given.name) } });
}
