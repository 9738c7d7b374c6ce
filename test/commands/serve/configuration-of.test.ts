import { assert } from "chai";
import { validateUserConfig } from "../../../src/internal/commands/config/user-config.ts";
import { formatConfiguration } from "../../../src/internal/commands/serve/serve.ts";

const SERVICES = {
  verification: { url: "http://127.0.0.1:5555" },
  query: { url: "http://127.0.0.1:5551" },
  status: { url: "http://127.0.0.1:5552" },
};
const URLS = { chains: { 31337: SERVICES } };

describe("serve - the suggested configuration", () => {
  for (const [what, configFile, configKey, expected] of [
    ["a key of Hardhat's configuration", "hardhat.config.ts", "verifyContract", { verifyContract: URLS }],
    ["keys of a module with nothing else", "verify-contract.config.mjs", undefined, URLS],
    ["valid JSON for a JSON file", "verify-contract.config.json", undefined, URLS],
  ] as const)
    it(`should be ${what}`, () => {
      const text = formatConfiguration({ chainId: "31337", ...SERVICES }, { configFile, configKey });
      const isJson = configFile.endsWith(".json");
      const pasted: unknown = isJson ? JSON.parse(text) : new Function(`return {${text}}`)();
      assert.deepEqual(pasted, expected);
      if (isJson) assert.isDefined(validateUserConfig(pasted));
    });
});
