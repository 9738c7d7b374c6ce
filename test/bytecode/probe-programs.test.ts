import { assert } from "chai";
import {
  buildMagicProgram,
  decodeDelegation,
  patchDelegations,
  readExecutingAddress,
} from "../../src/internal/bytecode/probe-programs.ts";

const MAGIC = `0x${"ab".repeat(32)}`;
const SELF = "0x5FbDB2315678afecb367f032d93F642f64180aa3";
const TARGET = "0xe7f1725e7734ce288f8367e1bb143e90bb3f0512";
const word = (hex: string): string => hex.replace(/^0x/, "").toLowerCase().padStart(64, "0");
/** DELEGATECALL, ISZERO, PUSH2, JUMPI, JUMPDEST. */
const CODE = "0x600060006000600060005af415610015575b00";

describe("bytecode - probe programs", () => {
  it("should return the magic word and the executing address, without PUSH0", () =>
    assert.equal(buildMagicProgram(MAGIC), `0x7f${"ab".repeat(32)}6000523060205260406000f3`));

  it("should count as executed only if the magic word comes back", () => {
    assert.equal(readExecutingAddress(`${MAGIC}${word(SELF)}`, MAGIC), SELF.toLowerCase());
    assert.equal(
      readExecutingAddress(`${MAGIC}${word(SELF)}${"00".repeat(4000)}`, MAGIC),
      SELF.toLowerCase(),
    );
    for (const answer of ["0x", MAGIC, `0x${"cd".repeat(32)}${word(SELF)}`, `0x00${MAGIC.slice(2)}`])
      assert.isUndefined(readExecutingAddress(answer, MAGIC));
  });

  it("should report only the contract's own delegation", () => {
    const answer = `${MAGIC}${word(SELF)}${word(TARGET)}${word("c")}`;
    assert.deepEqual(decodeDelegation(answer, MAGIC, SELF), { target: TARGET, site: 12 });
    assert.isUndefined(decodeDelegation(answer, MAGIC, TARGET));
    assert.isUndefined(decodeDelegation(`${MAGIC}${word(SELF)}`, MAGIC, SELF));
  });

  it("should jump away at each DELEGATECALL, without leaving partial instructions", () => {
    const reporting = patchDelegations(CODE, MAGIC) ?? assert.fail();
    // 19 bytes of code and 32 bytes of padding: 0x33.
    assert.equal(reporting.slice(2, 40), "600060006000600060005a" + "61003356" + "00575b00");
    assert.equal(reporting.slice(40, 104), "00".repeat(32));
    assert.match(reporting.slice(104), /^5b50604052/);
    assert.include(reporting, MAGIC.slice(2));
  });

  it("should leave an excluded DELEGATECALL unchanged", () =>
    assert.isTrue(patchDelegations(CODE, MAGIC, new Set([11]))?.startsWith(CODE)));

  it("should not be built if PUSH2 can't reach the end of the code", () => {
    // 19 bytes of code and 32 bytes of padding precede the jump target.
    const longer = (bytes: number) => patchDelegations(`${CODE}${"00".repeat(bytes - 19 - 32)}`, MAGIC);
    assert.isDefined(longer(0xffff));
    assert.isUndefined(longer(0x10000));
  });
});
