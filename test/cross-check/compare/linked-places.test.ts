import { assert } from "chai";
import { linkedPlaces } from "../../../src/internal/cross-check/compare/linked-places.ts";
import { withBuildOf } from "../../helpers/cross-check/one-check.ts";
import { recordedEvidence, recording } from "../../helpers/cross-check/recorded-evidence.ts";

const linked = recordedEvidence(recording("linked-library"));
const library = linked.libraries[0] ?? assert.fail("The recording is linked.");
const namesOf = (evidence: typeof linked) =>
  linkedPlaces(evidence, evidence.build ?? assert.fail("The recording has a build.")).map(({ name }) => name);

describe("cross-check - what a contract is linked with", () => {
  it("lists a library of the runtime code and of the constructor once", () => {
    assert.deepEqual(namesOf(linked), [library.name]);
  });

  it("lists a library that the constructor alone is linked with", () => {
    assert.deepEqual(namesOf(withBuildOf(linked, () => ({ libraries: [] }))), [library.name]);
  });
});
