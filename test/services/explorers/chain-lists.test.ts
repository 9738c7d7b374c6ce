import { writeFile } from "node:fs/promises";
import path from "node:path";
import { assert } from "chai";
import { findChainHost } from "../../../src/internal/services/explorers/chain-lists.ts";
import {
  ANY_EXPLORER,
  EXPLORER_DIALECTS,
  type ExplorerDialect,
} from "../../../src/internal/services/explorers/dialects.ts";
import type { HttpOptions } from "../../../src/internal/services/http/http-client.ts";
import { folderForEach } from "../../helpers/build-files.ts";
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

describe("services - explorers - lists of chains", () => {
  const folder = folderForEach();
  /** Asks a server in place of the dialect's first list. */
  const find = (dialect: ExplorerDialect, url: string, chainId: number, http?: Partial<HttpOptions>) => {
    const { signal } = new AbortController();
    const asked = { ...dialect, lists: dialect.lists.slice(0, 1).map(() => url) };
    return findChainHost(asked, chainId, { folder: folder.path, signal, http });
  };

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
      await using server = await serve(json(200, list));
      const found = await find(dialect, server.url, 4242);
      assert.equal(found?.apiUrl, apiUrl);
      for (const chainId of [4243, 4244, 1])
        assert.isUndefined(await find(dialect, server.url, chainId), `${chainId}`);
      assert.lengthOf(server.requests, 1);
    });

  it("should fall back to an old list, then to the built-in table, if a list is unavailable", async () => {
    await using server = await serve(text(404, "<html>"));
    assert.equal((await find(blockscout, server.url, 1))?.apiUrl, "https://eth.blockscout.com/api");
    const file = path.join(folder.path, "explorer-chains-blockscout.json");
    const hosts = { "4242": { apiUrl: "https://old.example/api" } };
    await writeFile(file, JSON.stringify({ at: "2020-01-01T00:00:00.000Z", hosts }));
    const old = await find(blockscout, server.url, 4242);
    assert.equal(old?.apiUrl, "https://old.example/api");
    await writeFile(file, "{ torn");
    assert.isDefined(await find(blockscout, server.url, 1));
  });

  it("should fetch a list twice at most, whatever the retry settings", async () => {
    await using server = await serve(text(503, "down"));
    const http = { retry: { attempts: 5, minDelayMs: 1, maxDelayMs: 1 } };
    assert.isDefined(await find(blockscout, server.url, 1, http));
    assert.lengthOf(server.requests, 2);
  });

  for (const [dialect, apiUrl] of [
    [blockscout, "http://old.example/api"],
    [etherscan, "https://old.example/v2/api"],
    [routescan, "https://api.routescan.io.old.example/v2/network/mainnet/evm/1/etherscan/api"],
  ] as const)
    it(`should not accept ${apiUrl} from a cached list as ${dialect.name}'s API`, async () => {
      await using server = await serve(text(404, "<html>"));
      const file = path.join(folder.path, `explorer-chains-${dialect.name.toLowerCase()}.json`);
      await writeFile(file, JSON.stringify({ at: new Date().toISOString(), hosts: { 1: { apiUrl } } }));
      const found = await find(dialect, server.url, 1);
      assert.notEqual(found?.apiUrl, apiUrl);
      assert.equal(found?.apiUrl, dialect.known[1]?.apiUrl);
    });
});
