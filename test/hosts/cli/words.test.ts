import { assert } from "chai";
import { createCliWords } from "../../../src/internal/hosts/cli/words.ts";

describe("plain command line - the advice for a node on another chain", () => {
  const { network } = createCliWords({ isFoundry: false, isHardhat: false, chainsInFile: ["wrong"] });

  it("should name the network if the configuration file sets its chain ID", () => {
    assert.equal(network.correct("wrong"), "correct networks.wrong in verify-contract.config.json");
  });

  it("should name the options for any other node", () => {
    assert.match(network.correct("http://127.0.0.1:8545"), /--rpc-url.*--chain/);
  });
});
