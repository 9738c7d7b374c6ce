import { assert } from "chai";
import {
  type ExplorerState,
  namedRate,
  readAnswer,
} from "../../../src/internal/services/explorers/explorer-service.ts";

const no = (result: unknown, message: string | null = "NOTOK") =>
  JSON.stringify({ status: "0", message, result });
const yes = (result: unknown) => JSON.stringify({ status: "1", message: "OK", result });

/** The texts that Etherscan, Blockscout and Routescan document, or that tools and Sourcify met. */
const TEXTS: Readonly<Record<Exclude<ExplorerState, "unreadable">, readonly string[]>> = {
  pending: ["Pending in queue"],
  passed: [],
  already: ["Already Verified", "Contract source code already verified", "Smart-contract already verified."],
  "not-indexed": [
    "Unable to locate ContractCode at 0x9fe46736679d2d9a65f0992f2272de9f3c7fa6e0",
    "The address is not a smart contract",
    "Address is not a smart-contract",
  ],
  "not-verified": ["Contract source code not verified"],
  "unknown-job": ["Unknown UID"],
  "rate-limited": [
    "Max calls per sec rate limit reached (5/sec)",
    "Max rate limit reached",
    "Too many requests",
  ],
  "daily-limit": ["Max daily rate limit reached", "Daily limit of 250 source code submissions reached"],
  "bad-configuration": [
    "Invalid API Key (#err2)|EX-1",
    "Missing/Invalid API Key",
    "Missing or unsupported chainid parameter (required for v2 api), please see https://api.etherscan.io/v2/chainlist",
    "You are using a deprecated V1 endpoint, switch to Etherscan API V2 using https://docs.etherscan.io/v2-migration",
  ],
  refused: [
    "Fail - Unable to verify",
    "Fail - Unable to verify. Please check if the correct constructor argument was entered.",
    "Solidity Compilation Error: ParserError",
  ],
};

describe("services - explorers - answers", () => {
  for (const [state, texts] of Object.entries(TEXTS))
    for (const said of texts)
      it(`should read "${said}" as ${state}, whatever the status`, () => {
        // Blockscout says "Fail" with status 1, and gives errors in `message` alone.
        for (const body of [no(said), yes(said), no(null, said), no("", said), no(said, null)])
          assert.deepEqual(readAnswer(body), { state: state as ExplorerState, said });
      });

  it("should accept a pass only with status 1", () => {
    assert.equal(readAnswer(yes("Pass - Verified")).state, "passed");
    assert.equal(readAnswer(no("Pass - Verified")).state, "unreadable");
    assert.equal(readAnswer(yes("Passed over: see the log")).state, "value");
  });

  it("should return the requested value only with status 1", () => {
    assert.deepEqual(readAnswer(yes("ezq878u486pz")), { state: "value", value: "ezq878u486pz" });
    assert.deepEqual(readAnswer(yes([{ SourceCode: "" }])), { state: "value", value: [{ SourceCode: "" }] });
    assert.equal(readAnswer(no("ezq878u486pz")).state, "unreadable");
    assert.equal(readAnswer(no([{ SourceCode: "" }])).state, "unreadable");
  });

  it("should not accept unknown text, a page or other JSON as success", () => {
    for (const body of [
      no("Something went wrong"),
      yes(""),
      yes(null),
      "<!DOCTYPE html><title>Just a moment...</title>",
      "",
      "[]",
      '"Pass - Verified"',
      '{"result":"Pass - Verified"}',
      '{"jsonrpc":"2.0","id":1,"result":"0x"}',
    ])
      assert.equal(readAnswer(body).state, "unreadable", body);
  });

  it("should read the rate from a rate-limit message", () => {
    assert.equal(namedRate("Max calls per sec rate limit reached (3/sec)"), 3);
    assert.isUndefined(namedRate("Max rate limit reached"));
  });
});
