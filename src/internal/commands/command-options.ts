import type { CommandOption } from "../pipeline/request.ts";
import { flagOf, OPTIONS, type Option } from "./options.ts";
import type { VerifyContractRequest } from "./verify-request.ts";

/** Of a run, and not of what it looks at. */
const LEFT_OUT: readonly (string | undefined)[] = [
  "timeout",
  "evidence",
] satisfies readonly (keyof VerifyContractRequest)[];

/** A request as options of the command line, for a command that does the same again. Time limit and evidence are left out. */
export function commandOptions(request: object): readonly CommandOption[] {
  const rows = OPTIONS.filter((option: Option) => option.key !== undefined && !LEFT_OUT.includes(option.key));
  const options = rows.flatMap((option: Option) => optionOf(option, Reflect.get(request, option.key ?? "")));
  // Those with values first.
  return [
    ...options.filter(([, value]) => value !== undefined),
    ...options.filter(([, value]) => value === undefined),
  ];
}

function optionOf(option: Option, value: unknown): readonly CommandOption[] {
  if (value === undefined || value === false || value === option.default) return [];
  const flag = flagOf(option.name);
  if (value === true) return [[flag]];
  if (Array.isArray(value)) return value.length === 0 ? [] : [[flag, value.join(",")]];
  return [[flag, String(value)]];
}
