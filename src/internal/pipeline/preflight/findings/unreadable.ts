import path from "node:path";
import { displayPath } from "../../../builds/read-candidates.ts";
import type { FindingRule } from "../subject.ts";

/** VC202: nothing can be submitted without the compiler input. */
export const unreadable: FindingRule = ({ loaded, words, projectRoot }) => {
  if (!(loaded instanceof Error)) return [];
  const { code, problem } = loaded.for({ words });
  const facts = problem.facts.map(
    ({ label, value }) => [label, path.isAbsolute(value) ? displayPath(value, projectRoot) : value] as const,
  );
  return [{ prevents: "match", code, details: { facts, likely: problem.likely, next: problem.next } }];
};
