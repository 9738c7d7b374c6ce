import { Ended, type Run } from "../run.ts";
import { demandedOf } from "./no-build.ts";
import { readRecordOfOthers } from "./read-record-of-others.ts";

/**
 * A proxy that a contract of others created in a transaction of the project, such as a Safe by its factory. A factory of
 * the project is compiled with what it creates, so that a build here would have the code.
 *
 * @returns undefined where it may be of the project, and where the user demands more of it.
 */
export async function madeByOthers(run: Run, address: string): Promise<Ended | undefined> {
  const { recorded, contract, buildSource } = run.request;
  const isByContract = recorded.length > 0 && recorded.every(({ byContract }) => byContract === true);
  const isOpen = contract === undefined && buildSource.kind === "build-files" && !buildSource.isNamed;
  if (!isByContract || !isOpen || run.draft.proxy === null || demandedOf(run.request).length > 0)
    return undefined;
  run.draft.relation = { whose: "others", roles: [] };
  await readRecordOfOthers(run, address);
  return new Ended("of-others");
}
