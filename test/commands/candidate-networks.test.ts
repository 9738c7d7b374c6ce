import { assert } from "chai";
import { selectNetworks } from "../../src/internal/commands/find-chains.ts";
import type { ConfiguredNetwork } from "../../src/internal/commands/host.ts";
import { PLAIN_WORDS } from "../../src/internal/hosts/cli/words.ts";
import { HARDHAT_WORDS } from "../../src/internal/hosts/hardhat3/host.ts";

const CHAIN = 295;
const notOpened = async (): Promise<never> => assert.fail("a node was opened");
const MAINNET: ConfiguredNetwork = {
  name: "mainnet",
  chainId: CHAIN,
  isForDevelopment: false,
  open: notOpened,
};

function argumentFor(
  rpcUrl: string,
  words: typeof PLAIN_WORDS,
  configured: readonly ConfiguredNetwork[] = [],
) {
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
