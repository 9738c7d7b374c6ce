import { setTimeout as sleep } from "node:timers/promises";
import { assert } from "chai";
import { getAddress, id } from "ethers";
import type { StandardJsonInput } from "../../src/internal/domain/compiler-input.ts";
import { startLocalServices } from "../../src/local.ts";
import { transact } from "../helpers/deploy.ts";
import { heldFor } from "../helpers/held-for.ts";
import { type Answer, get, submission, verify } from "../helpers/local/client.ts";
import { COMPILER_VERSION, creationCode, deploy, INPUT } from "../helpers/local/contracts.ts";
import { startDevelopmentChain } from "../helpers/local/development-chain.ts";
import { KEPT_COMPILER } from "../helpers/solc.ts";

const LINKED: StandardJsonInput = {
  ...INPUT,
  sources: {
    "contracts/Linked.sol": {
      content: `pragma solidity ^0.8.20;
library Sum { function add(uint256 a, uint256 b) external pure returns (uint256) { return a + b; } }
contract Linked { function sum(uint256 a) external pure returns (uint256) { return Sum.add(a, 2); } }
`,
    },
  },
};
const BOX = "contracts/All.sol:Box";
const POINTER = "contracts/All.sol:Pointer";
const SLOT = "360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc";

type Fields = Readonly<Record<string, string>>;

describe("local - explorer", function () {
  this.timeout(60_000);
  const chain = heldFor(() => startDevelopmentChain());
  const services = heldFor(() => startLocalServices({ chain, compilers: [KEPT_COMPILER] }));

  /** An answer without its HTTP status, which is always 200. */
  async function ask(fields: Fields, how: "get" | "form" = "get"): Promise<Answer["body"]> {
    const url = services.explorer.url;
    const all = { module: "contract", ...fields };
    const response =
      how === "get"
        ? await fetch(`${url}?${new URLSearchParams(all)}`)
        : await fetch(url, { method: "POST", body: new URLSearchParams(all) });
    assert.equal(response.status, 200);
    return response.json();
  }

  const submissionForm = (contractaddress: string, contractname: string, more: Fields = {}): Fields => ({
    ...{
      action: "verifysourcecode",
      codeformat: "solidity-standard-json-input",
      contractaddress,
      contractname,
    },
    ...{ sourceCode: JSON.stringify(INPUT), compilerversion: `v${COMPILER_VERSION}`, ...more },
  });
  /** The text of a job's end. */
  async function end(fields: Fields): Promise<string> {
    const { status, result } = await ask(fields, "form");
    assert.equal(status, "1", result);
    for (;;) {
      const job = await ask({ action: "checkverifystatus", guid: result });
      if (job.result !== "Pending in queue") {
        assert.equal(job.status, job.result.startsWith("Pass") ? "1" : "0");
        return job.result;
      }
      await sleep(20);
    }
  }
  const shown = async (address: string): Promise<Fields> =>
    (await ask({ action: "getsourcecode", address })).result[0];
  const refusal = async (fields: Fields): Promise<string> => {
    const { status, message, result } = await ask(fields, "form");
    assert.deepEqual([status, message], ["0", "NOTOK"]);
    return result;
  };

  it("should verify only matching sources, and show them as they were sent", async () => {
    const { address, transactionHash } = await deploy(chain, creationCode("Box"));
    assert.equal((await shown(address)).SourceCode, "");
    assert.equal(await refusal({ action: "getabi", address }), "Contract source code not verified");
    assert.equal(await end(submissionForm(address, BOX)), "Pass - Verified");

    const { SourceCode = "", ABI = "", ...rest } = await shown(address);
    assert.deepEqual(JSON.parse(SourceCode.slice(1, -1)), INPUT);
    assert.deepInclude(rest, {
      ContractName: "Box",
      CompilerVersion: `v${COMPILER_VERSION}`,
      OptimizationUsed: "1",
      Runs: "200",
      ConstructorArguments: "",
      EVMVersion: "Default",
      ContractFileName: "contracts/All.sol",
      Proxy: "0",
    });
    assert.equal((await ask({ action: "getabi", address })).result, ABI);
    assert.lengthOf(JSON.parse(ABI), 2);
    const { result } = await ask({ action: "getcontractcreation", contractaddresses: address });
    assert.deepInclude(result[0], { contractAddress: getAddress(address), txHash: transactionHash });
    assert.equal(await refusal(submissionForm(address, BOX)), "Contract source code already verified");
  });

  it("should keep its own records, with a page for each", async () => {
    const { address } = await deploy(chain, creationCode("Box"));
    await verify(services.verification.url, address, submission("Box"));
    assert.equal((await shown(address)).SourceCode, "");
    const page = `${services.verification.url}/address/${address}`;
    assert.equal((await get(page)).status, 404);
    assert.equal(await end(submissionForm(address, BOX)), "Pass - Verified");
    assert.include((await get(page)).body, "<h1>Box</h1>");
    assert.equal((await get(`${services.verification.url}/address/none`)).status, 404);
  });

  it("should accept double braces, the chain's id and a key", async () => {
    const { address } = await deploy(chain, creationCode("Box"));
    const more = { sourceCode: `{${JSON.stringify(INPUT)}}`, chainid: "31337", apikey: "KEY" };
    assert.equal(await end(submissionForm(address, BOX, more)), "Pass - Verified");
  });

  it("should accept no submission by GET, because browsers omit the origin there", async () => {
    const { address } = await deploy(chain, creationCode("Box"));
    for (const fields of [submissionForm(address, BOX), { action: "verifyproxycontract", address }]) {
      const { status, result } = await ask(fields, "get");
      assert.deepEqual([status, result], ["0", `Error! ${fields.action} takes a POST`]);
    }
    assert.equal((await shown(address)).SourceCode, "");
    assert.equal(await end(submissionForm(address, BOX)), "Pass - Verified");
  });

  it("should require library addresses in the settings, and compare them", async () => {
    const { address: library } = await deploy(chain, creationCode("Sum", LINKED));
    const placeholder = /__\$[0-9a-f]{34}\$__/g;
    const { address } = await deploy(
      chain,
      creationCode("Linked", LINKED).replace(placeholder, library.slice(2)),
    );
    const linkedTo = (Sum?: string): Fields => {
      const libraries = Sum === undefined ? {} : { "contracts/Linked.sol": { Sum } };
      return submissionForm(address, "contracts/Linked.sol:Linked", {
        sourceCode: JSON.stringify({ ...LINKED, settings: { ...LINKED.settings, libraries } }),
      });
    };
    assert.equal(
      await end(linkedTo()),
      "Fail - Unable to verify. Library was required but suitable match not found",
    );
    assert.equal(await end(linkedTo(address)), "Fail - Unable to verify");
    assert.equal(await end(linkedTo(library)), "Pass - Verified");
  });

  it("should compare the constructor arguments of a factory's contract", async () => {
    const { address } = await deploy(chain, creationCode("Factory"));
    const { logs } = await transact(chain, address, { data: id("make()").slice(0, 10) });
    const child = `0x${logs[0]?.data.slice(-40)}`;
    assert.match(await end(submissionForm(child, BOX, { constructorArguments: "00".repeat(32) })), /^Fail/);
    assert.equal(await end(submissionForm(child, BOX)), "Pass - Verified");
  });

  for (const [name, more, text] of [
    ["another contract", { contractname: "contracts/All.sol:Crate" }, /^Fail - Unable to verify$/],
    [
      "sources that do not compile",
      { sourceCode: JSON.stringify({ ...INPUT, sources: { "A.sol": { content: "contract {}" } } }) },
      /^Fail - Unable to verify\. Solidity Compilation Error: Expected identifier/,
    ],
  ] as const)
    it(`should fail for ${name}`, async () => {
      const { address } = await deploy(chain, creationCode("Box"));
      assert.match(await end(submissionForm(address, BOX, more)), text);
      assert.equal((await shown(address)).SourceCode, "");
    });

  it("should link a proxy to its implementation", async () => {
    const { address: implementation } = await deploy(chain, creationCode("Box"));
    const sent = `${SLOT}${implementation.slice(2).padStart(64, "0")}`;
    const { address } = await deploy(chain, `${creationCode("Pointer")}${sent}`);
    // Etherscan's own spelling.
    await end(submissionForm(address, POINTER, { constructorArguements: sent }));
    assert.equal((await shown(address)).ConstructorArguments, sent);
    const link = async (more: Fields): Promise<Answer["body"]> => {
      const { result: guid } = await ask({ action: "verifyproxycontract", ...more }, "form");
      return ask({ action: "checkproxyverification", guid });
    };
    const other = await link({ address, expectedimplementation: address });
    assert.deepEqual([other.status, /not detected/.test(other.result)], ["0", true]);
    assert.equal((await link({ address: implementation })).status, "0");
    const found = await link({ address, expectedimplementation: implementation });
    assert.equal(found.status, "1");
    assert.include(found.result, `found at ${getAddress(implementation)} and is successfully updated.`);
    assert.deepInclude(await shown(address), { Proxy: "1", Implementation: getAddress(implementation) });
  });

  for (const [name, fields, text] of [
    ["no module", { module: "", action: "getabi" }, /^Error! Missing Or invalid Module name$/],
    ["another chain", { action: "getabi", chainid: "1" }, /^Missing or unsupported chainid parameter/],
    ["an unknown id", { action: "checkverifystatus", guid: "none" }, /^Unknown UID$/],
    [
      "an address without code",
      submissionForm(`0x${"11".repeat(20)}`, BOX),
      /^Unable to locate ContractCode at 0x1/,
    ],
    [
      "a single file",
      submissionForm(`0x${"11".repeat(20)}`, BOX, { codeformat: "solidity-single-file" }),
      /codeformat/,
    ],
    ["no input", submissionForm(`0x${"11".repeat(20)}`, BOX, { sourceCode: "contract A {}" }), /language/],
  ] as const)
    it(`should reject ${name} with status 0`, async () => assert.match(await refusal(fields), text));

  it("should reject a body that isn't a form", async () => {
    const headers = { "content-type": "application/json" };
    const response = await fetch(services.explorer.url, { method: "POST", body: "{}", headers });
    assert.equal(((await response.json()) as { result: string }).result, "Error! Invalid form");
  });
});
