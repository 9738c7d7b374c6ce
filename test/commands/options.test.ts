import { assert } from "chai";
import { findLocalHedera } from "../../src/internal/domain/hedera.ts";
import { demandsSources, optionsOf } from "../../src/internal/domain/options.ts";

const defaultOf = (name: string): unknown =>
  optionsOf("serve").find((option) => option.name === name)?.default;

describe("commands - the table of options", () => {
  it("should keep the default ports of serve, which a run expects beside a local Hedera node", () => {
    const local = findLocalHedera("http://127.0.0.1:7546");
    assert.equal(local?.mirrorUrl, `http://127.0.0.1:${defaultOf("queryPort")}`);
    const ports = ["verificationPort", "queryPort", "statusPort"].map(defaultOf);
    assert.deepEqual(ports, [5555, 5551, 5552]);
  });

  it("should list the demands that code without sources can't meet", () => {
    assert.isTrue(demandsSources("--require", "sources"));
    assert.isTrue(demandsSources("--require-creation", undefined));
    assert.isTrue(demandsSources("--min-match", "exact_match"));
    assert.isFalse(demandsSources("--min-match", "match"));
    assert.isFalse(demandsSources("--sources", "full"));
  });
});
