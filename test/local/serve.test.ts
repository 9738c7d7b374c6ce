import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { assert } from "chai";
import type { ProjectPaths } from "../../src/internal/builds/project/project-paths.ts";
import type { Host } from "../../src/internal/commands/host.ts";
import { serve } from "../../src/internal/commands/serve/serve.ts";
import { addInstalledCompilers } from "../../src/internal/hosts/compilers.ts";
import { HARDHAT_WORDS, listConfiguredCompilers } from "../../src/internal/hosts/hardhat3/host.ts";
import type { LocalCompiler } from "../../src/local.ts";
import { temporaryFolder } from "../helpers/build-files.ts";
import { withoutVariables } from "../helpers/environment.ts";
import { heldFor } from "../helpers/held-for.ts";
import { get } from "../helpers/local/client.ts";
import { startDevelopmentChain } from "../helpers/local/development-chain.ts";
import { thrownBy } from "../helpers/thrown.ts";

const NO_PORTS = { verificationPort: 0, queryPort: 0, statusPort: 0 };

/** The part of a host that serving needs. */
const hostOf = (name: string, rpcUrl: string): Host =>
  ({
    network: { name, chainId: undefined },
    nodeUrl: async () => rpcUrl,
    compilers: async () => [],
    projectPaths: async () => ({ root: tmpdir(), artifacts: join(tmpdir(), "no-artifacts") }) as ProjectPaths,
    globals: [],
    words: HARDHAT_WORDS,
  }) as Partial<Host> as Host;

/** Serves, and passes the printed text on. */
function serveTo(
  write: (text: string) => unknown,
  host: Host,
  signal = new AbortController().signal,
  args: Parameters<typeof serve>[0] = NO_PORTS,
): Promise<number> {
  const stream = { write } as unknown as NodeJS.WriteStream;
  return serve(args, host, { stdout: stream, stderr: stream }, signal);
}

describe("tasks - serve", function () {
  this.timeout(20_000);
  const chain = heldFor(() => startDevelopmentChain({ chainId: 4243 }));

  it("should print working URLs and a working configuration until it is stopped", async () => {
    const stop = new AbortController();
    const printed: string[] = [];
    const { promise, resolve } = Promise.withResolvers<void>();
    const write = (text: string) => {
      printed.push(text);
      resolve();
    };
    const served = serveTo(write, hostOf("localhost", chain.rpcUrl), stop.signal);
    await promise;
    const [text = ""] = printed;
    assert.include(text, "chain 4243, network localhost");
    const [snippet] = text.match(/verifyContract: \{.*\n {2}\}/s) ?? [];
    const { verifyContract } = new Function(`return { ${snippet} }`)();
    const { verification, query, status } = verifyContract.chains[4243];
    assert.equal((await get(`${verification.url}/v2/contract/4243/0x${"11".repeat(20)}`)).status, 404);
    assert.equal((await get(`${query.url}/api/v1/blocks/0`)).status, 200);
    assert.equal((await get(`${status.url}/api/v2/status.json`)).status, 200);
    stop.abort();
    await served;
    assert.equal(await get(status.url).catch(() => "refused"), "refused");
  });

  describe("the compilers of the project", () => {
    const solc28 = { path: createRequire(import.meta.url).resolve("solc/soljson.js") };

    async function announced(
      compilers: readonly LocalCompiler[],
      buildInfos: Readonly<Record<string, object>>,
    ): Promise<string> {
      await using folder = await temporaryFolder();
      for (const [name, json] of Object.entries(buildInfos)) await folder.write(`artifacts/${name}`, json);
      const stop = new AbortController();
      let text = "";
      const write = (written: string) => {
        text += written;
        stop.abort();
      };
      const paths = { root: folder.path, artifacts: join(folder.path, "artifacts") } as ProjectPaths;
      const host = hostOf("localhost", chain.rpcUrl);
      const own = { ...host, compilers: async () => compilers, projectPaths: async () => paths };
      await serveTo(write, own, stop.signal);
      return text;
    }

    function buildInfo(version: string, language = "Solidity", _format = "hh3-sol-build-info-1"): object {
      return { _format, solcLongVersion: `${version}+commit.12345678`, input: { language, sources: {} } };
    }

    it("should be listed, with one line that installs all missing ones", async () => {
      const text = await announced([{ ...solc28, version: "0.8.27+commit.40a35a09" }], {
        "build-info/a.json": buildInfo("0.8.28"),
        "build-info/b.json": buildInfo("0.8.30"),
        "build-info/c.json": buildInfo("0.8.30", "Solidity", "hh-sol-build-info-1"),
        "build-info/b.output.json": buildInfo("0.8.31"),
        "build-info/d.json": buildInfo("0.3.10", "Vyper"),
        "build-info/broken.json": {},
        "build-info-v5.json": buildInfo("0.8.9", "Solidity", "hh-sol-build-info-1-oz-slim1"),
      });
      assert.match(text, /^ {2}Compilers {13}0\.8\.28, 0\.8\.27$/m);
      assert.match(
        text,
        /^ {2}Missing {15}0\.8\.9, 0\.8\.30; .*\n +npm install --save-dev solc-0\.8\.9@npm:solc@0\.8\.9 solc-0\.8\.30@npm:solc@0\.8\.30$/m,
      );
    });

    it("should be listed alone if none is missing, or if one has no version and could be any", async () => {
      const has = await announced([], { "build-info/a.json": buildInfo("0.8.28") });
      assert.match(has, /^ {2}Compilers {13}0\.8\.28$/m);
      assert.notInclude(has, "Missing");
      const mayHave = await announced([{ path: process.execPath }], {
        "build-info/a.json": buildInfo("0.8.30"),
      });
      assert.include(mayHave, process.execPath);
      assert.notInclude(mayHave, "Missing");
    });
  });

  it("should allow pages from the named origins", async () => {
    const stop = new AbortController();
    const statuses: Promise<readonly number[]>[] = [];
    const write = (text: string) => {
      const [url] = /http:\S+/.exec(text) ?? [];
      const statusFor = async (origin: string) =>
        (await fetch(`${url}/health`, { headers: { origin } })).status;
      const named = ["https://explorer.example", "http://192.168.1.5:8080", "https://evil.example"];
      if (url !== undefined) statuses.push(Promise.all(named.map(statusFor)).finally(() => stop.abort()));
    };
    const args = { ...NO_PORTS, allowOrigin: "https://explorer.example, http://192.168.1.5:8080" };
    assert.equal(await serveTo(write, hostOf("localhost", chain.rpcUrl), stop.signal, args), 0);
    assert.deepEqual(await statuses[0], [200, 200, 403]);
  });

  it("should reject an invalid duration", async () => {
    const args = { ...NO_PORTS, compileTimeout: "5m" };
    const host = hostOf("localhost", chain.rpcUrl);
    const error = await thrownBy(() => serveTo(assert.fail, host, undefined, args));
    assert.equal(error.code, "VC106");
  });

  describe("compilers", () => {
    const cache = heldFor(() => temporaryFolder());
    withoutVariables("XDG_CACHE_HOME");
    beforeEach(() => {
      process.env.XDG_CACHE_HOME = cache.path;
    });
    const build = (path: string, version: string) => ({
      path,
      version,
      longVersion: `${version}+commit.12345678`,
    });

    before(async () => {
      const files = {
        "linux-amd64/list.json": {
          builds: [1, 2, 3, 4].map((patch) => build(`solc-${patch}`, `0.8.${patch}`)),
        },
        "linux-amd64/solc-1": "",
        "linux-amd64/solc-2": "",
        "linux-amd64/solc-2.does.not.work": "",
        "linux-amd64/solc-4": "",
        "windows-amd64/list.json": { builds: [build("solc-5.zip", "0.8.5")] },
        "0.8.5/solc.exe": "",
        "wasm/list.json": { builds: [build("soljson-1.js", "0.8.1")] },
        "wasm/soljson-1.js": "",
        "broken/list.json": "{",
      };
      for (const [name, content] of Object.entries(files))
        await cache.write(`hardhat-nodejs/compilers-v3/${name}`, content);
    });

    it("should include working compilers downloaded by Hardhat, even unpacked ones, and then the solc packages", async function () {
      if (process.platform !== "linux") this.skip();
      const found = await addInstalledCompilers([], process.cwd());
      const ofHardhat = found.filter(({ path }) => path.startsWith(cache.path));
      assert.deepEqual(
        ofHardhat.map(({ path, version }) => [path.slice(path.indexOf("compilers-v3")), version]),
        [
          ["compilers-v3/linux-amd64/solc-1", "0.8.1+commit.12345678"],
          ["compilers-v3/linux-amd64/solc-4", "0.8.4+commit.12345678"],
          ["compilers-v3/0.8.5/solc.exe", "0.8.5+commit.12345678"],
          ["compilers-v3/wasm/soljson-1.js", "0.8.1+commit.12345678"],
        ],
      );
      const { resolve } = createRequire(import.meta.url);
      const packaged = found.slice(found.findIndex(({ path }) => path === resolve("solc/soljson.js")));
      assert.deepInclude(packaged, { version: "0.8.19", path: resolve("solc-0.8.19/soljson.js") });
      assert.isEmpty(packaged.filter(({ path }) => path.startsWith(cache.path)));
    });

    it("should start with those that any build profile configures, once each", async () => {
      const compiler = { version: "0.8.28", settings: {}, path: "/compilers/soljson.js" };
      const override = { version: "0.7.6", settings: {}, path: "/compilers/solc-0.7.6" };
      const profile = { compilers: [compiler], overrides: { "A.sol": override } };
      const profiles = { default: profile, production: profile };
      const found = await addInstalledCompilers(listConfiguredCompilers({ profiles } as never), cache.path);
      assert.notInclude(
        found.slice(2).map(({ path }) => path),
        compiler.path,
      );
      assert.deepEqual(found.slice(0, 2), [
        { path: compiler.path, version: "0.8.28" },
        { path: override.path, version: "0.7.6" },
      ]);
    });
  });
});
