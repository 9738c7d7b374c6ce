import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import { assert } from "chai";
import { lockText, parseLock, readLockIfAny } from "../../../src/internal/deployments/lock/lock-file.ts";
import { temporaryFolder } from "../../helpers/build-files.ts";
import { expectGolden } from "../../helpers/golden.ts";
import { lockedContract } from "../../helpers/locked-contract.ts";
import { thrownBy } from "../../helpers/thrown.ts";

const OTHER = "0x00000000000000000000000000000000000000E1";
const LOCK = [
  lockedContract(),
  lockedContract({ chainId: 11_155_111, name: "Token", libraries: {}, unverified: "no build", dirty: true }),
  lockedContract({
    name: "Alpha",
    address: OTHER,
    record: null,
    build: null,
    metadata: null,
    transaction: null,
  }),
];
const published = JSON.parse(
  readFileSync(new URL("../../../schemas/verify-contract-lock-1.schema.json", import.meta.url), "utf8"),
);
const accepts = new Ajv2020({ strict: true, strictRequired: false }).compile(published);
const withEntry = (change: object): string => {
  const file = JSON.parse(lockText([lockedContract()]));
  Object.assign(file.chains["296"][0], change);
  return JSON.stringify(file);
};

describe("deployments - the lock file", () => {
  it("has one line per contract, ordered by chain and name", () => {
    expectGolden("lock/lock-file.json", lockText(LOCK));
  });

  it("is the same text whatever the contracts' order, and after a round trip", () => {
    const text = lockText(LOCK);
    assert.equal(lockText([...LOCK].reverse()), text);
    assert.equal(lockText(parseLock(text)), text);
    assert.deepEqual(parseLock(lockText([])), []);
  });

  it("conforms to its JSON Schema", () => {
    assert.isTrue(accepts(JSON.parse(lockText(LOCK))), JSON.stringify(accepts.errors));
  });

  const wrong: Readonly<Record<string, string>> = {
    "invalid JSON": "{",
    "merge conflict markers": lockText(LOCK).replace("    ],", "<<<<<<< ours\n    ],"),
    "another schema": lockText(LOCK).replace("lock/1", "lock/2"),
    "an unknown key": withEntry({ owner: "me" }),
    "a short hash": withEntry({ code: "0xab" }),
    "a duplicate key": lockText([lockedContract()]).replace('"code"', '"code": "0x1", "code"'),
    "an address twice, in different letter case": lockText([
      lockedContract(),
      lockedContract({ name: "Twin", address: lockedContract().address.toLowerCase() }),
    ]),
  };
  for (const [what, text] of Object.entries(wrong))
    it(`is rejected with ${what}`, async () => {
      assert.equal((await thrownBy(() => parseLock(text))).code, "VC711");
    });

  it("is rejected if it is a folder", async () => {
    await using folder = await temporaryFolder();
    await folder.write("verify-contract.lock.json/other", {});
    assert.equal((await thrownBy(() => readLockIfAny(folder.path))).code, "VC711");
  });
});
