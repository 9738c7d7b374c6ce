import { writeFile } from "node:fs/promises";
import path from "node:path";
import { assert } from "chai";
import { findChainHost } from "../../../src/internal/services/explorers/chain-lists.ts";
import {
  ANY_EXPLORER,
  EXPLORER_DIALECTS,
  type ExplorerDialect,
} from "../../../src/internal/services/explorers/dialects.ts";
import { temporaryFolder } from "../../helpers/build-files.ts";
import { json, serve, text } from "../../helpers/services/fault-server.ts";

const { etherscan = ANY_EXPLORER, blockscout = ANY_EXPLORER, routescan = ANY_EXPLORER } = EXPLORER_DIALECTS;

/** Each service's list, in its documented form. */
const LISTS = {
  etherscan: {
    comments: "",
    totalcount: 2,
    result: [
      {
        chainname: "A",
        chainid: "4242",
        blockexplorer: "https://a.example/",
        apiurl: "https://x",
        status: 1,
      },
      {
        chainname: "B",
        chainid: "4243",
        blockexplorer: "https://b.example/",
        apiurl: "https://x",
        status: 0,
      },
    ],
  },
  blockscout: {
    "4242": {
      name: "A",
      explorers: [
        { url: "ftp://a.example", hostedBy: "self" },
        { url: "https://a.example/", hostedBy: "blockscout" },
      ],
    },
    "4243": { name: "B", explorers: [{ url: "http://b.example", hostedBy: "self" }] },
    "4244": { name: "C", explorers: [] },
  },
  routescan: {
    items: [
      { chainId: "5_1", evmChainId: "4242" },
      { chainId: "../x", evmChainId: "4243" },
    ],
  },
};

function asking(dialect: ExplorerDialect, url: string): ExplorerDialect {
  return { ...dialect, lists: dialect.lists.slice(0, 1).map(() => url) };
}

describe("services - explorers - lists of chains", () => {
  for (const [name, dialect, list, apiUrl] of [
    ["Etherscan", etherscan, LISTS.etherscan, "https://api.etherscan.io/v2/api"],
    ["Blockscout", blockscout, LISTS.blockscout, "https://a.example/api"],
    [
      "Routescan",
      routescan,
      LISTS.routescan,
      "https://api.routescan.io/v2/network/mainnet/evm/5_1/etherscan/api",
    ],
  ] as const)
    it(`should find a chain in ${name}'s own list, and fetch the list once a day`, async () => {
      await using folder = await temporaryFolder();
      await using server = await serve(json(200, list));
      const options = { folder: folder.path, signal: new AbortController().signal };
      const found = await findChainHost(asking(dialect, server.url), 4242, options);
      assert.equal(found?.apiUrl, apiUrl);
      for (const chainId of [4243, 4244, 1])
        assert.isUndefined(await findChainHost(asking(dialect, server.url), chainId, options), `${chainId}`);
      assert.lengthOf(server.requests, 1);
    });

  it("should fall back to an old list, then to the built-in table, if a list is unavailable", async () => {
    await using folder = await temporaryFolder();
    await using server = await serve(text(404, "<html>"));
    const options = { folder: folder.path, signal: new AbortController().signal };
    assert.equal(
      (await findChainHost(asking(blockscout, server.url), 1, options))?.apiUrl,
      "https://eth.blockscout.com/api",
    );
    const file = path.join(folder.path, "explorer-chains-blockscout.json");
    const hosts = { "4242": { apiUrl: "https://old.example/api" } };
    await writeFile(file, JSON.stringify({ at: "2020-01-01T00:00:00.000Z", hosts }));
    const old = await findChainHost(asking(blockscout, server.url), 4242, options);
    assert.equal(old?.apiUrl, "https://old.example/api");
    await writeFile(file, "{ torn");
    assert.isDefined(await findChainHost(asking(blockscout, server.url), 1, options));
  });

  it("should fetch a list twice at most, whatever the retry settings", async () => {
    await using folder = await temporaryFolder();
    await using server = await serve(text(503, "down"));
    const http = { retry: { attempts: 5, minDelayMs: 1, maxDelayMs: 1 } };
    const options = { folder: folder.path, signal: new AbortController().signal, http };
    assert.isDefined(await findChainHost(asking(blockscout, server.url), 1, options));
    assert.lengthOf(server.requests, 2);
  });

  for (const [dialect, apiUrl] of [
    [blockscout, "http://old.example/api"],
    [etherscan, "https://old.example/v2/api"],
    [routescan, "https://api.routescan.io.old.example/v2/network/mainnet/evm/1/etherscan/api"],
  ] as const)
    it(`should not accept ${apiUrl} from a cached list as ${dialect.name}'s API`, async () => {
      await using folder = await temporaryFolder();
      await using server = await serve(text(404, "<html>"));
      const file = path.join(folder.path, `explorer-chains-${dialect.name.toLowerCase()}.json`);
      await writeFile(file, JSON.stringify({ at: new Date().toISOString(), hosts: { 1: { apiUrl } } }));
      const options = { folder: folder.path, signal: new AbortController().signal };
      const found = await findChainHost(asking(dialect, server.url), 1, options);
      assert.notEqual(found?.apiUrl, apiUrl);
      assert.equal(found?.apiUrl, dialect.known[1]?.apiUrl);
    });
});
