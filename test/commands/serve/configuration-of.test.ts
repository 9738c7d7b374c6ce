import { assert } from "chai";
import { validateUserConfig } from "../../../src/internal/commands/config/user-config.ts";
import { formatConfiguration } from "../../../src/internal/commands/serve/serve.ts";

const SERVICES = {
  chainId: "31337",
  verification: { url: "http://127.0.0.1:5555" },
  query: { url: "http://127.0.0.1:5551" },
  status: { url: "http://127.0.0.1:5552" },
};

/** What the text means where it is pasted into an object. */
function pasted(text: string): unknown {
  return new Function(`return {${text}}`)();
}

describe("serve - what to write into the configuration", () => {
  const urls = {
    chains: {
      31337: { verification: SERVICES.verification, query: SERVICES.query, status: SERVICES.status },
    },
  };

  it("should be a key of Hardhat's configuration", () => {
    const text = formatConfiguration(SERVICES, {
      configFile: "hardhat.config.ts",
      configKey: "verifyContract",
    });
    assert.deepEqual(pasted(text), { verifyContract: urls });
  });

  it("should be keys of a module that has nothing else", () => {
    const text = formatConfiguration(SERVICES, {
      configFile: "verify-contract.config.mjs",
      configKey: undefined,
    });
    assert.deepEqual(pasted(text), urls);
  });

  it("should be JSON where the file is JSON, and valid", () => {
    const text = formatConfiguration(SERVICES, {
      configFile: "verify-contract.config.json",
      configKey: undefined,
    });
    assert.deepEqual(JSON.parse(text), urls);
    assert.isDefined(validateUserConfig(JSON.parse(text)));
  });
});
