import { assert } from "chai";
import { findLocalHedera } from "../../src/internal/domain/hedera.ts";
import { optionsOf } from "../../src/internal/domain/options.ts";

const defaultOf = (name: string): unknown =>
  optionsOf("serve").find((option) => option.name === name)?.default;

describe("commands - the table of options", () => {
  it("starts the local query service where a run looks for it on a local Hedera node", () => {
    const local = findLocalHedera("http://127.0.0.1:7546");
    assert.equal(local?.mirrorUrl, `http://127.0.0.1:${defaultOf("queryPort")}`);
  });

  it("keeps the ports of the local services, which configurations name", () => {
    const ports = ["verificationPort", "queryPort", "statusPort"].map(defaultOf);
    assert.deepEqual(ports, [5555, 5551, 5552]);
  });
});
