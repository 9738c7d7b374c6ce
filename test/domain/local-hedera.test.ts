import { assert } from "chai";
import { findLocalHedera } from "../../src/internal/domain/hedera.ts";

describe("domain - the services of a local Hedera network", () => {
  for (const [tool, node, mirrorUrl, explorerUrl] of [
    ["solo", "http://localhost:37546", "http://localhost:38081", "http://localhost:38080"],
    ["solo, IPv6", "http://[::1]:37546", "http://[::1]:38081", "http://[::1]:38080"],
    ["the local node", "http://127.0.0.1:7546/api?key=1", "http://127.0.0.1:5551", "http://127.0.0.1:8090"],
    ["a relay behind TLS", "https://u:p@ci.lan:7546", "https://ci.lan:5551", "https://ci.lan:8090"],
  ] as const)
    it(`should be derived from the relay's port: ${tool}`, () =>
      assert.deepEqual(findLocalHedera(node), { mirrorUrl, explorerUrl }));

  for (const node of [undefined, "not a URL", "http://localhost", "http://127.0.0.1:8545"])
    it(`should be unknown for the node ${node}`, () => assert.isUndefined(findLocalHedera(node)));
});
