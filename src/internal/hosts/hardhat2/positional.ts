import type { Command, POSITIONAL } from "../../commands/options.ts";

type Name = keyof typeof POSITIONAL;

/** The positional arguments of a command. */
interface Positional {
  readonly one?: Name;
  readonly many?: Name;
  /** That of them which a program may call `address`. */
  readonly address?: Name;
}

export const POSITIONAL_OF: Readonly<Record<Command, Positional>> = {
  verify: { one: "target", many: "arguments", address: "target" },
  check: { many: "targets", address: "targets" },
  deployments: { many: "deployments" },
  preflight: { many: "contracts" },
  lock: { many: "targets", address: "targets" },
  merge: { many: "reports" },
  replay: { one: "evidence" },
  status: {},
  serve: {},
};
