import { assert } from "chai";
import { selectNetworks } from "../../src/internal/commands/find-chains.ts";
import type { ConfiguredNetwork } from "../../src/internal/commands/host.ts";
import { run } from "../../src/internal/commands/run.ts";
import type { HostWords } from "../../src/internal/errors/host-words.ts";
import { createCliHost } from "../../src/internal/hosts/cli/host.ts";
import { PLAIN_WORDS } from "../../src/internal/hosts/cli/words.ts";
import { HARDHAT_WORDS } from "../../src/internal/hosts/hardhat3/host.ts";
import { folderForEach } from "../helpers/build-files.ts";
import { withoutVariables } from "../helpers/environment.ts";
import { rpc, serve } from "../helpers/services/fault-server.ts";
import { ADDRESS } from "../helpers/services/quick.ts";
import { thrownBy } from "../helpers/thrown.ts";

const CHAIN = 295;
const notOpened = async (): Promise<never> => assert.fail("a node was opened");
const MAINNET = { name: "mainnet", chainId: CHAIN, isForDevelopment: false, open: notOpened };

function argumentFor(rpcUrl: string, words: HostWords, configured: readonly ConfiguredNetwork[] = []) {
  const nodes = new Map([[CHAIN, { network: undefined, rpcUrl, file: "/fleet.json" }]]);
  const [network] = selectNetworks(configured, [CHAIN], nodes, { openUrl: notOpened, words });
  return [network?.name, network?.argument];
}

describe("commands - how a command names a node from a manifest", () => {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a variable of the environment
  const variable = "${HEDERA_RPC_URL}";

  it("should be the variable if the option takes a URL, and never another part of a URL", () => {
    assert.deepEqual(argumentFor(variable, PLAIN_WORDS), ["chain-295", variable]);
    for (const url of ["https://a.example/key", `https://a.example/${variable}`])
      assert.deepEqual(argumentFor(url, PLAIN_WORDS), ["chain-295", "<node of chain 295>"]);
  });

  it("should be a placeholder if the option takes a network's name, or the chain's configured network", () => {
    assert.deepEqual(argumentFor(variable, HARDHAT_WORDS), ["chain-295", "<network of chain 295>"]);
    assert.deepEqual(argumentFor(variable, HARDHAT_WORDS, [MAINNET]), ["mainnet", undefined]);
  });
});

describe("commands - networks that a run on several chains leaves out", () => {
  withoutVariables("ETH_RPC_URL", "FOUNDRY_ETH_RPC_URL", "UNSET");
  const folder = folderForEach();
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a variable of the environment
  const UNSET = "http://127.0.0.1:9/${UNSET}";

  async function runOn(node: object, aliases: Readonly<Record<string, string>> = {}) {
    const lines = Object.entries(aliases).map(([name, url]) => `${name} = "${url}"`);
    await folder.write("foundry.toml", ["[rpc_endpoints]", ...lines].join("\n"));
    const schema = "verify-contract-deployments/2";
    const chains = { [CHAIN]: { ...node, contracts: [{ address: ADDRESS }] } };
    const file = await folder.write("fleet.json", { schema, chains });
    return run("deployments", { deployments: [file] }, await createCliHost({ root: folder.path }));
  }
  const leftOut = async (...asked: Parameters<typeof runOn>) => {
    const error = await thrownBy(() => runOn(...asked), "VC119");
    const facts = error.problem.facts.flatMap(({ label, value }) => (label === "Left out" ? [value] : []));
    return [facts, error.problem.next ?? ""] as const;
  };

  it("should be listed with the unset variable, which is the next step if the manifest names the node", async () => {
    const reason = "UNSET is not set in the environment";
    const [facts, next] = await leftOut({ rpcUrl: UNSET });
    assert.deepEqual(facts, [`chain-295: ${reason}`]);
    assert.equal(next, "set UNSET in the environment");
    const [others] = await leftOut({}, { other: UNSET });
    assert.deepEqual(others, [`other: ${reason} or in .env`]);
  });

  it("should include an unusable ETH_RPC_URL", async () => {
    process.env.ETH_RPC_URL = "foo";
    const [facts] = await leftOut({});
    assert.deepEqual(facts, ['the default node: ETH_RPC_URL can\'t be "foo".']);
  });

  it("should be corrected in the manifest that chose it, if its node is on another chain", async () => {
    await using node = await serve(rpc({ result: "0x3039" }));
    for (const [key, chosen, aliases] of [
      ["rpcUrl", { rpcUrl: node.url }, {}],
      ["network", { network: "other" }, { other: node.url }],
    ] as const) {
      const { problem } = await thrownBy(() => runOn(chosen, aliases), "VC305");
      assert.match(problem.next ?? "", new RegExp(`^correct chains\\.295\\.${key} in .*fleet\\.json$`));
    }
  });
});
