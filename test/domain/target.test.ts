import { assert } from "chai";
import { parseTarget, parseTransactionHash } from "../../src/internal/domain/target.ts";
import { factOf, thrownBy } from "../helpers/thrown.ts";

const LOWER = "0x60768b3b49dc7c031eed1bd4d1601b976c8d550e";
const CHECKSUMMED = "0x60768b3B49dc7c031Eed1Bd4d1601b976C8D550e";

describe("target - what the user named", () => {
  for (const input of [LOWER, CHECKSUMMED, `0x${LOWER.slice(2).toUpperCase()}`, `0X${LOWER.slice(2)}`])
    it(`accepts ${JSON.stringify(input)} as an address`, () =>
      assert.deepInclude(parseTarget(input), { kind: "address", address: CHECKSUMMED }));

  for (const input of ["0.0.1234", "1234", "0", "9999999999.9999999999.9999999999"])
    it(`accepts ${input} as a contract id`, () =>
      assert.deepEqual(parseTarget(input), { kind: "contract-id", input, contractId: input }));

  for (const [input, code] of [
    ["", "VC101"],
    ["0x1234", "VC102"],
    [LOWER.replace("6", "g"), "VC102"],
    ["0.0.12345678901", "VC102"],
    ["0.0.1234-abcde", "VC102"],
    [CHECKSUMMED.replace("550e", "550f"), "VC103"],
  ] as const)
    it(`refuses ${JSON.stringify(input)} with ${code}`, async () => {
      const error = await thrownBy(() => parseTarget(input));
      assert.equal(error.code, code);
      assert.isString(error.problem.next);
    });

  it("tells how many digits a short address has", async () => {
    const error = await thrownBy(() => parseTarget("0x1234"));
    assert.equal(factOf(error, "Got"), "4 hexadecimal digits, not 40");
  });

  it("shows the right checksum", async () => {
    const error = await thrownBy(() => parseTarget(CHECKSUMMED.replace("B4", "b4")));
    assert.equal(factOf(error, "Correct"), CHECKSUMMED);
  });
});

describe("target - a transaction hash", () => {
  it("is accepted in any case and returned in lower case", () =>
    assert.equal(parseTransactionHash(`0x${"AB".repeat(32)}`), `0x${"ab".repeat(32)}`));

  for (const hash of ["", `0x${"ab".repeat(31)}`, `0x${"zz".repeat(32)}`])
    it(`is refused if it is ${JSON.stringify(hash)}`, async () =>
      assert.equal((await thrownBy(() => parseTransactionHash(hash))).code, "VC105"));
});
