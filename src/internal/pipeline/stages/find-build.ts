import { getAddress } from "ethers/address";

import { type Choice, chooseBuild, type FittingBuild } from "../../build/choose-build.ts";
import type { BuildCandidate } from "../../build/model.ts";
import { nearestCandidates } from "../../build/nearest-candidates.ts";
import { displayPath } from "../../build/read-candidates.ts";
import { readConstructorArguments } from "../../bytecode/constructor-arguments.ts";
import type { EvidenceOfBuild } from "../../cross-check/evidence.ts";
import { problem } from "../../errors/problem.ts";
import { foretellMatch } from "../../match/foretell.ts";
import type { BuildContract } from "../../reports/model.ts";
import type { DeploymentFacts } from "../../target/deployment-facts.ts";
import { Ended, type Run } from "../run.ts";
import type { Builds } from "./read-builds.ts";

/** Build: the build-info that made the code on chain, with the match that it promises. */
export async function findBuild(run: Run, facts: DeploymentFacts, builds: Builds): Promise<EvidenceOfBuild> {
  const { request } = run;
  const { set, candidates } = builds;
  const choice = chooseBuild(facts.runtimeBytecode, facts.creation?.creationBytecode, candidates);
  const { candidate, runtime, creation } = theOne(run, choice, facts, builds);
  const compilation = await set.load(candidate);

  const constructorArguments =
    creation?.sameCode === true ? readConstructorArguments(creation.tail, candidate.abi) : null;
  const expected = foretellMatch(runtime, creation, constructorArguments);
  const contract: BuildContract = {
    name: candidate.name,
    sourceName: candidate.sourceName,
    fullyQualifiedName: candidate.fullyQualifiedName,
    identifier: `${candidate.inputSourceName}:${candidate.name}`,
    compilerVersion: compilation.compilerVersion,
    language: compilation.input.language,
    buildId: compilation.id,
    buildFile: displayPath(compilation.file, request.projectRoot),
  };
  Object.assign(run.draft, {
    contract,
    expectedMatch: { ...expected, reasons: [...expected.reasons] },
    constructorArguments,
    libraries: namedForUser(runtime.libraries, set.candidates),
    differences: [...runtime.differences, ...(creation?.differences ?? [])],
  });
  run.ports.onProgress({
    type: "build",
    contract,
    expectedMatch: { ...expected, reasons: [...expected.reasons] },
    candidates: candidates.length,
  });
  return { candidate, compilation, expected };
}

/** Libraries under the names that the user knows, with checksummed addresses. */
function namedForUser(
  libraries: Readonly<Record<string, string>>,
  candidates: readonly BuildCandidate[],
): Record<string, string> {
  const names = new Map(
    candidates.map(({ inputSourceName, name, fullyQualifiedName }) => [
      `${inputSourceName}:${name}`,
      fullyQualifiedName,
    ]),
  );
  return Object.fromEntries(
    Object.entries(libraries).map(([name, address]) => [names.get(name) ?? name, getAddress(address)]),
  );
}

function theOne(run: Run, choice: Choice, facts: DeploymentFacts, builds: Builds): FittingBuild {
  switch (choice.kind) {
    case "found":
      return choice.build;
    case "ambiguous":
      throw ambiguous(run, choice.builds);
    case "none":
      throw noBuild(run, facts, builds);
  }
}

function ambiguous(run: Run, builds: readonly FittingBuild[]): Ended {
  const names = builds.map(({ candidate }) => candidate.fullyQualifiedName);
  return new Ended(
    "no-build",
    problem("VC203", {
      facts: [["Candidates", names.join(", ")]],
      next: run.command(`--contract ${names[0]}`),
    }),
  );
}

function noBuild(run: Run, facts: DeploymentFacts, { set, candidates }: Builds): Ended {
  const { request } = run;
  const near = nearestCandidates(facts.runtimeBytecode, candidates);
  run.draft.candidates = near.map(({ candidate, summary, differences }) => ({
    fullyQualifiedName: candidate.fullyQualifiedName,
    buildId: candidate.buildId,
    summary,
    differences: [...differences],
  }));
  const [nearest] = near;
  const other = request.contract === undefined ? undefined : otherContract(facts, set);
  return new Ended(
    "no-build",
    problem("VC204", {
      values: { where: set.where },
      facts: [
        ["Contract", request.contract],
        ["Address", `${facts.address} on chain ${facts.chainId}`],
        ["Compared", `${candidates.length} ${candidates.length === 1 ? "contract" : "contracts"}`],
        ["Nearest", nearest?.candidate.fullyQualifiedName],
        ["Differs", nearest?.summary],
      ],
      likely:
        other !== undefined
          ? `it is ${other}`
          : nearest === undefined
            ? "the contract is not of this project"
            : "other sources, another build profile or other compiler settings were deployed",
      next:
        other === undefined
          ? run.command("--build-info <the build that was deployed>")
          : run.command(`--contract ${other}`),
    }),
  );
}

/** The contract of the build that is there instead of the one that the user named. */
function otherContract(facts: DeploymentFacts, { candidates }: Builds["set"]): string | undefined {
  const choice = chooseBuild(facts.runtimeBytecode, facts.creation?.creationBytecode, candidates);
  return choice.kind === "found" ? choice.build.candidate.fullyQualifiedName : undefined;
}
