import { compareCode } from "../../bytecode/compare.ts";
import { predictMatch } from "../../bytecode/predict/predict-match.ts";
import { withUnprovenSources } from "../../bytecode/predict/unproven-sources.ts";
import type { ExpectedMatch } from "../../domain/expected-match.ts";
import { asDeployed } from "./prove-closure.ts";
import type { LoadedSubject, SourcesProof } from "./subject.ts";

const NOTHING: ExpectedMatch = { creation: "none", runtime: "none", reasons: [] };

/**
 * The match that a verification service will find, once this build is deployed: as for a contract on chain, with the build's
 * own code as that on chain.
 */
export function expectMatch({ candidate, compilation }: LoadedSubject, proof: SourcesProof): ExpectedMatch {
  const runtime = compareCode("runtime", asDeployed(candidate.runtime), candidate.runtime);
  const creation = compareCode("creation", asDeployed(candidate.creation), candidate.creation);
  if (runtime === undefined) return NOTHING;
  const { settings, sources } = compilation.input;
  const predicted = predictMatch(runtime, creation, null, { settings, sources });
  switch (proof.state) {
    case "rejected":
      return { ...NOTHING, reasons: ["the compiler rejects the sources"] };
    case "changed":
      return withUnprovenSources(predicted, true);
    case "proven":
    case "predicted":
    // All files of the build are submitted where what is imported is not enough.
    case "closure-differs":
      return predicted;
  }
}

/** Of a contract whose compiler input can't be read. */
export const EXPECT_NOTHING: ExpectedMatch = { ...NOTHING, reasons: ["the compiler input can't be read"] };
