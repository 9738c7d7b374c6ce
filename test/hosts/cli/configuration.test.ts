import { mkdir, symlink } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { assert } from "chai";
import { resolveChainConfig } from "../../../src/internal/commands/config/resolve-chain-config.ts";
import { validateUserConfig } from "../../../src/internal/commands/config/user-config.ts";
import { NO_HOST } from "../../../src/internal/errors/host-words.ts";
import { checkUrl, writeStep } from "../../../src/internal/errors/next-step.ts";
import { problem } from "../../../src/internal/errors/problem.ts";
import { findCliCompilers } from "../../../src/internal/hosts/cli/host.ts";
import { findProjectRoot, readConfigFile } from "../../../src/internal/hosts/cli/project-root.ts";
import { addServices, findServices, listUrlNotes } from "../../../src/internal/hosts/cli/service-urls.ts";
import { createCliWords, PLAIN_WORDS } from "../../../src/internal/hosts/cli/words.ts";
import { HARDHAT_WORDS } from "../../../src/internal/hosts/hardhat3/host.ts";
import { findSvmCompilers } from "../../../src/internal/solidity/compilers/find-compilers.ts";
import { listHardhatFolders, listSvmFolders } from "../../../src/internal/solidity/compilers/user-folders.ts";
import { temporaryFolder } from "../../helpers/build-files.ts";
import { factOf, thrownBy } from "../../helpers/thrown.ts";

const FILE = {
  verification: { url: "https://file.example", headers: { authorization: "t0ken" } },
  chains: { 31337: { verification: { url: "https://chain.example" }, query: false } },
};
const PLAIN = { isFoundry: false, isHardhat: false };
const VARIABLE = { VERIFY_CONTRACT_VERIFICATION_URL: "https://variable.example" };

async function serviceOf(
  flag: string | undefined,
  env: Readonly<Record<string, string>>,
  chainId: number,
  file: unknown = FILE,
) {
  const config = validateUserConfig(addServices(file, findServices(flag, env)));
  const host = { readSecret: async (value: unknown) => String(value), words: NO_HOST, globals: [] };
  return (await resolveChainConfig(config, chainId, host)).verification;
}

describe("plain command line - the configuration", () => {
  it("should rank option, environment, file and defaults in that order, for every chain", async () => {
    for (const chainId of [296, 31337]) {
      assert.equal((await serviceOf("https://flag.example", VARIABLE, chainId))?.url, "https://flag.example");
      assert.equal((await serviceOf(undefined, VARIABLE, chainId))?.url, "https://variable.example");
    }
    assert.equal((await serviceOf(undefined, {}, 296))?.url, "https://file.example");
    assert.equal((await serviceOf(undefined, {}, 31337))?.url, "https://chain.example");
    assert.match((await serviceOf(undefined, {}, 296, {}))?.url ?? "", /sourcify\.dev/);
  });

  it("should not send one service's headers to another", async () => {
    assert.deepEqual((await serviceOf(undefined, {}, 296))?.headers, { authorization: "t0ken" });
    assert.deepEqual((await serviceOf("https://flag.example", {}, 296))?.headers, {});
  });

  it("should keep values that aren't replaced, including those of a chain", () => {
    const query = { url: "https://query.example" };
    const merged = addServices(FILE, findServices(undefined, { VERIFY_CONTRACT_QUERY_URL: query.url }));
    const chains = { 31337: { verification: { url: "https://chain.example" }, query } };
    assert.deepEqual(merged, { ...FILE, query, chains });
  });

  it("should name the source of an invalid URL: the option, the variable or the file", () => {
    const env = { VERIFY_CONTRACT_VERIFICATION_URL: "http://a", VERIFY_CONTRACT_QUERY_URL: "http://b" };
    const shown = (flag: string | undefined, service: "verification" | "query" | "status") => {
      const named = findServices(flag, env).map((each) => [each.service, each.source]);
      const words = createCliWords({ ...PLAIN, urlSources: Object.fromEntries(named) });
      return writeStep(checkUrl(service), { words });
    };
    assert.equal(shown("http://c", "verification"), "check --verifier-url");
    assert.equal(shown(undefined, "verification"), "check VERIFY_CONTRACT_VERIFICATION_URL");
    assert.equal(shown("http://c", "query"), "check VERIFY_CONTRACT_QUERY_URL");
    const inFile = "check verifyContract.status.url in a new verify-contract.config.json";
    assert.equal(shown("http://c", "status"), inFile);
  });

  it("should name its keys without Hardhat's top-level key", () => {
    const reader = { words: PLAIN_WORDS };
    const facts = [["Missing", "verifyContract.verification.url"]] as const;
    const details = { facts, likely: "set verifyContract.query.url", next: checkUrl("status") };
    const { facts: shown, likely, next } = problem("VC109", details, reader);
    assert.deepEqual([shown[0]?.value, likely], ["verification.url", "set query.url"]);
    assert.equal(next, "check status.url in a new verify-contract.config.json");
    const name = "src/verifyContract.sol:Vault";
    assert.include(problem("VC211", { values: { name } }, reader).message, name);
    assert.equal(problem("VC109", details, { words: HARDHAT_WORDS }).facts[0]?.value, facts[0][1]);
  });

  it("should reject an invalid URL, and list the variables in .env that are ignored", () => {
    assert.throws(() => addServices({}, findServices("sourcify", {})), /VC106/);
    const env = { VERIFY_CONTRACT_QUERY_URL: "file:///x" };
    assert.throws(() => addServices({}, findServices(undefined, env)), /VC106/);
    assert.isEmpty(listUrlNotes({}, {}));
    assert.match(listUrlNotes({}, VARIABLE).join(), /VERIFICATION_URL in \.env is ignored/);
    assert.isEmpty(listUrlNotes(VARIABLE, VARIABLE));
  });

  it("should accept JSON and TypeScript, with or without verifyContract around it", async () => {
    await using folder = await temporaryFolder();
    const keys = { minMatch: "exact_match" };
    const files = [
      await folder.write("a.json", { $schema: "x", ...keys }),
      await folder.write("b.json", { verifyContract: keys }),
      await folder.write("e.ts", `const keys: object = ${JSON.stringify(keys)};\nexport default keys;`),
    ];
    for (const file of files) assert.deepEqual(await readConfigFile(file), keys, file);
    for (const [name, text] of Object.entries({
      "f.json": "{",
      "g.mjs": "export const a = 1;",
      "h.json": "[]",
    })) {
      const file = await folder.write(name, text);
      await thrownBy(() => readConfigFile(file), "VC108");
    }
  });

  it("should suggest leaving the option out if the named file is missing", async () => {
    const error = await thrownBy(() => readConfigFile("/nowhere/x.json"));
    assert.equal(factOf(error, "Reason"), "the file doesn't exist");
    assert.equal(error.problem.next, "leave out --config");
  });

  it("should be named in messages by its actual file name", () => {
    const named = (configFile?: string) => createCliWords({ ...PLAIN, configFile }).configFile;
    assert.equal(named(), "a new verify-contract.config.json");
    assert.equal(named(path.resolve("verify-contract.config.ts")), "verify-contract.config.ts");
    assert.equal(named(path.resolve("/elsewhere/own.json")), path.resolve("/elsewhere/own.json"));
  });

  it("should be the value given to defineConfig, from every kind of module", async () => {
    await using folder = await temporaryFolder();
    await mkdir(path.join(folder.path, "node_modules"));
    const installed = path.join(folder.path, "node_modules/hardhat-verify-contract");
    await symlink(fileURLToPath(new URL("../../../", import.meta.url)), installed, "junction");
    const from = "hardhat-verify-contract/config";
    const keys = '{ verification: { headers: { authorization: configVariable("TOKEN") } } }';
    const esm = `import { configVariable, defineConfig } from "${from}";\nexport default defineConfig(${keys});`;
    const cjs = `const { configVariable, defineConfig } = require("${from}");\nmodule.exports = defineConfig(${keys});`;
    const authorization = { _type: "ConfigurationVariable", name: "TOKEN" };
    const expected = { verification: { headers: { authorization } } };
    for (const [name, text] of Object.entries({ "a.ts": esm, "b.mjs": esm, "c.js": cjs })) {
      const read = await readConfigFile(await folder.write(name, text));
      assert.deepEqual(read, expected, name);
      assert.doesNotThrow(() => validateUserConfig(read));
    }
  });

  it("should come from the nearest project, up to the root of the checkout", async () => {
    await using folder = await temporaryFolder();
    await folder.write("foundry.toml", "");
    await folder.write("checkout/.git/HEAD", "");
    await folder.write("checkout/app/verify-contract.config.json", {});
    await folder.write("checkout/app/verify-contract.config.ts", "");
    await folder.write("checkout/app/src/a.sol", "");
    await folder.write("checkout/other/a", "");
    const found = findProjectRoot(`${folder.path}/checkout/app/src`);
    assert.equal(found.root, `${folder.path}/checkout/app`);
    const shown = found.configFiles.map((file) => file.slice(found.root.length + 1));
    assert.deepEqual(shown, ["verify-contract.config.ts", "verify-contract.config.json"]);
    const none = findProjectRoot(`${folder.path}/checkout/other`);
    assert.deepEqual([none.root, none.isFoundry], [`${folder.path}/checkout/other`, false]);
  });
});

describe("plain command line - the local compilers", () => {
  it("should be installed in the project's own way", () => {
    const way = (isFoundry: boolean) => createCliWords({ isFoundry, isHardhat: false }).getCompiler("0.8.28");
    assert.match(way(true), /--compiler, or run: forge build --use 0\.8\.28$/);
    assert.match(way(false), /^npm install --save-dev solc-0\.8\.28@npm:solc@0\.8\.28$/);
  });

  it("should include the path in foundry.toml, after those from --compiler", async () => {
    await using folder = await temporaryFolder();
    const [named, own] = [await folder.write("named.js", ""), await folder.write("bin/solc", "")];
    const user = { platform: "linux", environment: {}, home: path.join(folder.path, "home") } as const;
    const first = async (toml: string) => {
      await folder.write("foundry.toml", `[profile.default]\n${toml}\n`);
      return (await findCliCompilers([named], folder.path, user)).map((each) => each.path).slice(0, 2);
    };
    assert.deepEqual(await first('solc = "./bin/solc"'), [named, own]);
    for (const other of ['solc = "0.8.28"', 'solc = "./bin/missing"', ""])
      assert.notInclude(await first(other), own, other);
  });

  it("should be searched for in each platform's folders", () => {
    const user = (platform: NodeJS.Platform, environment = {}) => ({
      platform,
      environment,
      home: "/users/a",
    });
    assert.deepEqual(listHardhatFolders(user("linux")), [
      "/users/a/.cache/hardhat-nodejs/compilers-v3",
      "/users/a/.cache/hardhat-nodejs/compilers-v2",
    ]);
    const cached = listHardhatFolders(user("linux", { XDG_CACHE_HOME: "/c" }));
    assert.include(cached, "/c/hardhat-nodejs/compilers-v2");
    assert.include(listHardhatFolders(user("darwin")), "/users/a/Library/Caches/hardhat-nodejs/compilers-v2");
    assert.deepEqual(listSvmFolders(user("linux")), ["/users/a/.svm", "/users/a/.local/share/svm"]);
    assert.include(listSvmFolders(user("darwin")), "/users/a/Library/Application Support/svm");
  });

  it("should be native ones first, even if Hardhat has WebAssembly and svm the native one", async () => {
    await using folder = await temporaryFolder();
    const cache = "home/.cache/hardhat-nodejs";
    const version = { version: "0.8.28", longVersion: "0.8.28+commit.7893614a" };
    const installed = { "compilers-v3/wasm": "soljson.js", "compilers-v2/linux-amd64": "solc-hardhat2" };
    for (const [place, name] of Object.entries(installed)) {
      await folder.write(`${cache}/${place}/list.json`, { builds: [{ path: name, ...version }] });
      await folder.write(`${cache}/${place}/${name}`, "");
    }
    await folder.write("home/.svm/0.8.28/solc-0.8.28", "");
    const user = { platform: "linux", environment: {}, home: path.join(folder.path, "home") } as const;
    const found = await findCliCompilers([], folder.path, user);
    const shown = found.slice(0, 3).map((compiler) => path.basename(compiler.path));
    assert.deepEqual(shown, ["solc-hardhat2", "solc-0.8.28", "soljson.js"]);
  });

  it("should include svm's, newest first", async () => {
    await using folder = await temporaryFolder();
    for (const version of ["0.8.9", "0.8.28"]) await folder.write(`${version}/solc-${version}`, "");
    await folder.write("0.8.30/other", "");
    await folder.write(".global-version", "0.8.28");
    const versions = (await findSvmCompilers(folder.path)).map(({ version }) => version);
    assert.deepEqual(versions, ["0.8.28", "0.8.9"]);
    assert.isEmpty(await findSvmCompilers(`${folder.path}/nothing`));
  });
});
