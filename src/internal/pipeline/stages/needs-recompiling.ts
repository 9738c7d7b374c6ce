import type { Evidence } from "../../cross-check/evidence.ts";
import type { Run } from "../run.ts";

/** Without a build only a compiler here shows what the sources compile to. */
export function needsRecompiling({ request }: Run, { build }: Pick<Evidence, "build">): boolean {
  return request.recompile || (request.action === "check" && build === undefined);
}
