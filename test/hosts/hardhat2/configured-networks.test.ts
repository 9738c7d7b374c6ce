import { assert } from "chai";
import { listConfiguredNetworks } from "../../../src/internal/hosts/hardhat2/host.ts";
import { Secrets } from "../../../src/internal/text/secrets.ts";
import { thrownBy } from "../../helpers/thrown.ts";

const NETWORKS = {
  hardhat: { chainId: 31337 },
  localhost: { url: "http://127.0.0.1:8545" },
  base: { url: "https://base.example/v2/0123456789abcdef0123456789abcdef", chainId: 8453 },
  hedera: { url: "" },
};

describe("hardhat2 - the networks of a configuration", () => {
  const networks = listConfiguredNetworks(NETWORKS);
  const named = (wanted: string) => networks.find(({ name }) => name === wanted) ?? assert.fail();

  it("should be those that outlive the process, with their chain ids", () => {
    const found = networks.flatMap(({ name, isForDevelopment }) => (isForDevelopment ? [] : name));
    assert.deepEqual(found, ["base", "hedera"]);
    assert.equal(named("base").chainId, 8453);
  });

  it("should be opened by their URL, which becomes known as secret", async () => {
    const secrets = new Secrets();
    const { configuredChainId, nodeUrl } = await named("base").open({ secrets });
    assert.equal(configuredChainId, 8453);
    assert.equal(await nodeUrl(), NETWORKS.base.url);
    assert.notInclude(secrets.redactAll(`asked ${NETWORKS.base.url}`), "0123456789abcdef");
  });

  it("should say so where a variable of the URL was missing: VC113", async () => {
    const error = await thrownBy(() => named("hedera").open({}));
    assert.equal(error.code, "VC113");
    assert.include(JSON.stringify(error.problem.facts), "networks.hedera.url");
  });
});
