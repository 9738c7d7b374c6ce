import { assert } from "chai";
import { chainDefaults } from "../../src/internal/commands/config/chain-defaults.ts";
import { optionsOf } from "../../src/internal/commands/options.ts";

const LOCAL_HEDERA = 298;
const defaultOf = (name: string): unknown =>
  optionsOf("serve").find((option) => option.name === name)?.default;

describe("commands - the table of options", () => {
  it("starts the local query service where a run looks for it on a local Hedera node", () => {
    assert.equal(chainDefaults(LOCAL_HEDERA).queryUrl, `http://127.0.0.1:${defaultOf("queryPort")}`);
  });

  it("keeps the ports of the local services, which configurations name", () => {
    const ports = ["verificationPort", "queryPort", "statusPort"].map(defaultOf);
    assert.deepEqual(ports, [5555, 5551, 5552]);
  });
});
