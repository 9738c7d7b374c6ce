import { assert } from "chai";
import { ANY_EXPLORER, EXPLORER_DIALECTS } from "../../../src/internal/services/explorers/dialects.ts";
import {
  type ExplorerOptions,
  ExplorerService,
} from "../../../src/internal/services/explorers/explorer-service.ts";
import { HostPace } from "../../../src/internal/services/http/hosts.ts";
import { type Behaviour, json, serve, text } from "../../helpers/services/fault-server.ts";
import { ADDRESS, QUICK } from "../../helpers/services/quick.ts";

const KEY = "K3YK3YK3YK3YK3YK3YK3YK3YK3YK3YK3YK";
const GUID = "ezq878u486pzijkvvmerl6a9mzwhv6sefgvqi5tkwceejc7tvn";
const { etherscan = ANY_EXPLORER, blockscout = ANY_EXPLORER, routescan = ANY_EXPLORER } = EXPLORER_DIALECTS;

const INPUT = {
  language: "Solidity",
  sources: { "project/contracts/Vault.sol": { content: "// ü\ncontract Vault {}" } },
  settings: { optimizer: { enabled: true, runs: 200 } },
};
const SUBMISSION = {
  address: ADDRESS,
  input: INPUT,
  contractIdentifier: "project/contracts/Vault.sol:Vault",
  compilerVersion: "0.8.28+commit.7893614a",
  constructorArguments: `0x${"07".padStart(64, "0")}`,
};

const said = (status: "0" | "1", result: unknown): Behaviour => json(200, { status, message: "OK", result });

function explorer(url: string, options: Partial<ExplorerOptions> = {}): ExplorerService {
  return new ExplorerService({ ...QUICK, dialect: etherscan, chainId: 4242, apiUrl: url, ...options });
}

async function asked(behaviour: Behaviour, options: Partial<ExplorerOptions> = {}) {
  await using server = await serve(behaviour);
  const service = explorer(`${server.url}/v2/api`, options);
  const shown = await service.source(ADDRESS);
  return { shown, request: server.requests[0] };
}

describe("services - explorers - requests", () => {
  it("should submit the same form as hardhat-verify and forge", async () => {
    await using server = await serve(said("1", GUID));
    const accepted = await explorer(`${server.url}/v2/api`, { apiKey: KEY }).submit(SUBMISSION);
    assert.deepEqual(accepted, { state: "accepted", id: GUID });
    const [request] = server.requests;
    assert.equal(request?.path, "/v2/api?chainid=4242");
    assert.equal(request?.headers["content-type"], "application/x-www-form-urlencoded");
    const { sourceCode = "", ...form } = Object.fromEntries(new URLSearchParams(request?.body));
    assert.deepEqual(JSON.parse(sourceCode), INPUT);
    const encoded = SUBMISSION.constructorArguments.slice(2);
    assert.deepEqual(form, {
      module: "contract",
      action: "verifysourcecode",
      apikey: KEY,
      contractaddress: ADDRESS,
      codeformat: "solidity-standard-json-input",
      contractname: "project/contracts/Vault.sol:Vault",
      compilerversion: "v0.8.28+commit.7893614a",
      constructorArguements: encoded,
      constructorArguments: encoded,
    });
  });

  it("should omit unknown constructor arguments, and send empty ones if there are none", async () => {
    await using server = await serve(said("1", GUID));
    const service = explorer(server.url);
    await service.submit({ ...SUBMISSION, constructorArguments: undefined });
    await service.submit({ ...SUBMISSION, constructorArguments: "0x" });
    const [without, empty] = server.requests.map(({ body }) => new URLSearchParams(body));
    assert.isFalse(without?.has("constructorArguments"));
    assert.equal(empty?.get("constructorArguements"), "");
  });

  for (const [name, dialect, hasChainId] of [
    ["Etherscan", etherscan, true],
    ["Blockscout", blockscout, false],
    ["Routescan", routescan, true],
    ["another explorer", ANY_EXPLORER, true],
  ] as const)
    it(`should call ${name} ${hasChainId ? "with" : "without"} a chain ID, and without a key if none is set`, async () => {
      const { request } = await asked(said("1", []), { dialect });
      const query = new URL(request?.path ?? "", "http://127.0.0.1").searchParams;
      assert.equal(query.has("chainid"), hasChainId);
      assert.isFalse(query.has("apikey"));
      assert.equal(query.get("action"), "getsourcecode");
    });
});

describe("services - explorers - answers to requests", () => {
  it("should wait for a rate limit to pass, whether it comes as JSON or as status 429", async () => {
    for (const limit of [
      said("0", "Max calls per sec rate limit reached (7/sec)"),
      json(429, { status: "0", message: "NOTOK", result: "Too fast" }, { "retry-after": "0" }),
      text(429, "slow down"),
    ]) {
      await using server = await serve(limit, said("1", GUID));
      const pace = new HostPace();
      const accepted = await explorer(server.url, { pace }).submit(SUBMISSION);
      assert.equal(accepted.state, "accepted");
      assert.lengthOf(server.requests, 2);
    }
  });

  it("should not accept an unexpected value as an ID or a state", async () => {
    await using server = await serve(said("1", ["id"]));
    const service = explorer(server.url);
    assert.equal((await service.submit(SUBMISSION)).state, "unreadable");
    assert.equal((await service.status(GUID)).state, "unreadable");
    await using echo = await serve(said("1", KEY));
    assert.equal((await explorer(echo.url, { apiKey: KEY }).submit(SUBMISSION)).state, "unreadable");
    await using odd = await serve(said("1", "maybe later"));
    assert.equal((await explorer(odd.url).submit(SUBMISSION)).state, "unreadable");
    assert.equal((await explorer(odd.url).status(GUID)).state, "unreadable");
    assert.equal((await explorer(odd.url).source(ADDRESS)).state, "unreadable");
  });
});

describe("services - explorers - shown sources", () => {
  const shownBy = async (entry: object) => {
    const { shown } = await asked(said("1", [entry]));
    return shown.state === "shown" ? shown.source : shown;
  };

  it("should read a standard JSON input in Etherscan's double braces", async () => {
    const shown = await shownBy({
      SourceCode: `{${JSON.stringify({ ...INPUT, settings: { ...INPUT.settings, libraries: { "a.sol": { Lib: ADDRESS } } } })}}`,
      ABI: "[]",
      ContractName: "Vault",
      CompilerVersion: "v0.8.28+commit.7893614a",
      ConstructorArguments: "07",
      Library: "",
      SimilarMatch: "",
      Proxy: "1",
      Implementation: "0xABcdEFABcdEFabcdEfAbCdefabcdeFABcDEFabCD",
    });
    assert.deepInclude(shown, {
      name: "Vault",
      compiler: "0.8.28+commit.7893614a",
      constructorArguments: "0x07",
      libraries: [["a.sol:Lib", ADDRESS]],
      isProxy: true,
      implementation: "0xabcdefabcdefabcdefabcdefabcdefabcdefabcd",
    });
    assert.deepEqual(
      { ...("sources" in shown ? shown.sources : {}) },
      { "project/contracts/Vault.sol": "// ü\ncontract Vault {}" },
    );
    assert.notProperty(shown, "similarTo");
  });

  it("should read Blockscout's list of files and compiler settings", async () => {
    const shown = await shownBy({
      Address: ADDRESS,
      SourceCode: "contract A {}",
      FileName: "a.sol",
      AdditionalSources: [{ Filename: "b.sol", SourceCode: "contract B {}" }],
      CompilerSettings: { evmVersion: "cancun" },
      ContractName: "A",
      IsProxy: "false",
    });
    assert.deepEqual("sources" in shown && { ...shown.sources }, {
      "a.sol": "contract A {}",
      "b.sol": "contract B {}",
    });
    assert.deepEqual("settings" in shown && shown.settings, { evmVersion: "cancun" });
    assert.propertyVal(shown, "constructorArguments", "0x");
  });

  it("should not treat unreadable constructor arguments as empty", async () => {
    const entry = { Address: ADDRESS, SourceCode: "contract A {}" };
    assert.notProperty(await shownBy({ SourceCode: "contract A {}" }), "constructorArguments");
    for (const ConstructorArguments of [null, 7, "zz"])
      assert.notProperty(await shownBy({ ...entry, ConstructorArguments }), "constructorArguments");
  });

  it("should read a single source text, and libraries in Etherscan's format", async () => {
    const shown = await shownBy({
      SourceCode: "contract A {}",
      ContractName: "A",
      Library: `Lib:${ADDRESS.slice(2)}`,
    });
    assert.deepEqual("sources" in shown && { ...shown.sources }, { "": "contract A {}" });
    assert.deepEqual("libraries" in shown && shown.libraries, [["Lib", ADDRESS]]);
  });

  it("should report a contract without sources as not verified", async () => {
    for (const entry of [{ SourceCode: "", ABI: "Contract source code not verified" }, { Address: ADDRESS }])
      assert.deepInclude(await shownBy(entry), { state: "not-verified" });
    assert.equal((await asked(said("0", "Contract source code not verified"))).shown.state, "not-verified");
    assert.equal((await asked(said("1", []))).shown.state, "unreadable");
  });
});
