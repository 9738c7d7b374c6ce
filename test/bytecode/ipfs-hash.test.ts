import { assert } from "chai";

import { ipfsHashOf } from "../../src/internal/bytecode/ipfs-hash.ts";

describe("bytecode - the IPFS hash of a file", () => {
  // What `ipfs add` prints for these.
  for (const [content, hash] of [
    ["hello world\n", "QmT78zSuBmuS4z925WZfrqQ1qHaJ56DQaTfyMUF7F8ff5o"],
    ["hello world", "Qmf412jQZiuVUtdgnB36FXFX7xg5V6KEbSJ4dpQuhkLyfD"],
  ] as const) {
    it(`is ${hash} for ${JSON.stringify(content)}`, () => {
      assert.equal(ipfsHashOf(Buffer.from(content)), hash);
    });
  }

  it("is not worked out for a file of more than one block", () => {
    assert.isString(ipfsHashOf(new Uint8Array(262_144)));
    assert.isUndefined(ipfsHashOf(new Uint8Array(262_145)));
  });
});
