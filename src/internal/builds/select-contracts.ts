import { type BuildCandidate, getIdentifier } from "../domain/build.ts";
import { build, type NextStep, withOptions } from "../errors/next-step.ts";
import { VerifyContractError } from "../errors/problem.ts";
import { findNearestNames } from "../text/nearest.ts";

/** `Name`, or `path/to/File.sol:Name` with the user's or the compiler's path. @throws VC110 if no candidate has it. */
export function selectContracts(
  candidates: readonly BuildCandidate[],
  wanted: string | undefined,
  where: string,
  buildStep: NextStep = build,
  named: (name: string) => NextStep = (name) => withOptions(["--contract", name]),
): readonly BuildCandidate[] {
  if (wanted === undefined) return candidates;
  const selected = candidates.filter(
    (candidate) =>
      candidate.name === wanted ||
      candidate.fullyQualifiedName === wanted ||
      getIdentifier(candidate) === wanted,
  );
  if (selected.length > 0) return selected;
  const names = candidates.map((candidate) =>
    wanted.includes(":") ? candidate.fullyQualifiedName : candidate.name,
  );
  const nearest = findNearestNames(wanted, names);
  throw new VerifyContractError("VC110", {
    values: { name: wanted },
    facts: [
      ["Looked in", where],
      ["Nearest", nearest.length === 0 ? undefined : nearest.join(", ")],
    ],
    likely: nearest.length === 0 ? "it was not compiled, or it is in another build" : undefined,
    next: nearest[0] === undefined ? buildStep : named(nearest[0]),
  });
}
