import { encode } from "cborg";
import { assert } from "chai";
import fc from "fast-check";
import { findAuxdata, findTrailingAuxdata } from "../../src/internal/bytecode/cbor-auxdata.ts";
import { compareCode } from "../../src/internal/bytecode/compare.ts";
import { findVyperAuxdata } from "../../src/internal/bytecode/replay/vyper-places.ts";
import { decodeCode, encodeCode } from "../../src/internal/domain/code-template.ts";
import { bytesOf, framed, hexOf, isSolcAuxdata, RUNS, sourcifyAuxdata } from "../helpers/bytecode/auxdata.ts";
import { contractOf, runtimeOf } from "../helpers/compile.ts";
import { counter } from "../helpers/contracts.ts";

const IPFS = `64697066735822${"1220"}${"5a".repeat(32)}`;
const SWARM = `65627a7a72315820${"5a".repeat(32)}`;
const EXPERIMENTAL = "6c6578706572696d656e74616cf5";
const SOLC = "64736f6c634300081c";
const NIGHTLY = `64736f6c63${hexOf(encode("0.8.28-nightly.2024.10.9+commit.7893614a"))}`;
/** One example of each form. */
const REAL = [
  `a2${IPFS}${SOLC}`,
  `a3${IPFS}${EXPERIMENTAL}${SOLC}`,
  `a2${SWARM}${SOLC}`,
  `a1${SWARM.replace("7231", "7230")}`,
  `a1${SOLC}`,
  `a2${IPFS}${NIGHTLY}`,
].map((hex) => framed(bytesOf(hex)));

const mutated = fc
  .record({
    section: fc.constantFrom(...REAL),
    at: fc.nat(),
    byte: fc.integer({ min: 0, max: 255 }),
    kind: fc.constantFrom("replace", "insert", "remove"),
  })
  .map(({ section, at, byte, kind }) => {
    const cbor = [...section.subarray(0, -2)];
    cbor.splice(at % cbor.length, kind === "insert" ? 0 : 1, ...(kind === "remove" ? [] : [byte]));
    return framed(Uint8Array.from(cbor));
  });
const noise = fc.uint8Array({ maxLength: 60 }).map(framed);
const section = fc.oneof({ arbitrary: mutated, weight: 6 }, noise);

/** Real runtime code, without its auxdata and the INVALID before it. */
const built = runtimeOf(contractOf(counter(), "contracts/Counter.sol", "Counter"));
const program = (decodeCode(built.object) ?? new Uint8Array()).subarray(0, -54);
const onchain = (tail: Uint8Array) => encodeCode(Uint8Array.from([...program, 0xfe, ...tail]));

describe("bytecode - bytes that look like auxdata", () => {
  it("finds auxdata at the end of code exactly if solc could have written it", () => {
    let accepted = 0;
    fc.assert(
      fc.property(section, (each) => {
        const code = Uint8Array.from([0xfe, ...each]);
        const found = findTrailingAuxdata(code);
        assert.equal(found !== undefined, isSolcAuxdata(each), hexOf(each));
        if (found === undefined) return;
        accepted += 1;
        assert.equal(found.length, each.length);
        const theirs = sourcifyAuxdata(code);
        assert.deepEqual([found.ipfs, found.solcVersion], [theirs?.ipfs, theirs?.solcVersion]);
      }),
      RUNS,
    );
    assert.isAbove(accepted, RUNS.numRuns / 20);
  });

  it("finds nothing else anywhere in code, and never throws", () => {
    const part = fc.oneof(section, fc.uint8Array({ maxLength: 60 }), fc.constantFrom(...REAL));
    let accepted = 0;
    fc.assert(
      fc.property(fc.array(part, { maxLength: 4 }), (parts) => {
        const code = Uint8Array.from(parts.flatMap((each) => [...each]));
        let end = 0;
        for (const { start, length } of findAuxdata(code)) {
          assert.isAtLeast(start, end);
          end = start + length;
          assert.isTrue(isSolcAuxdata(code.subarray(start, end)), hexOf(code));
          accepted += 1;
        }
        findVyperAuxdata(code);
      }),
      RUNS,
    );
    assert.isAbove(accepted, RUNS.numRuns / 4);
  });

  it("masks nothing else at the end of code", () => {
    let same = 0;
    fc.assert(
      fc.property(section, (each) => {
        const comparison = compareCode("runtime", onchain(each), built);
        if (comparison?.sameCode !== true) return;
        same += 1;
        assert.isTrue(isSolcAuxdata(each), hexOf(each));
      }),
      RUNS,
    );
    assert.isAbove(same, RUNS.numRuns / 200);
  });

  // Each of these has a free value in which a constant of the code could hide.
  const version = (size: number) => `64736f6c63${hexOf(encode(`0.8.28-${"x".repeat(size)}`))}`;
  for (const [what, cbor] of [
    ["a number", "1b5a5a5a5a5a5a5a5a"],
    ["a version of four bytes", "a164736f6c634400081c5a"],
    ["a long version", `a1${version(36)}`],
    ["a version twice", `a264736f6c634300085a${SOLC}`],
    ["two hashes", `a2${IPFS}${SWARM}`],
    ["a version before the hash", `a2${SOLC}${IPFS}`],
    ["a long form of a length", "a164736f6c63580300081c"],
  ] as const)
    it(`finds no auxdata in ${what}, so that code ending with it differs`, () => {
      const each = framed(bytesOf(cbor));
      assert.isUndefined(findTrailingAuxdata(Uint8Array.from([0xfe, ...each])));
      assert.isEmpty(findAuxdata(Uint8Array.from([0xfe, ...each])).filter(({ length }) => length > 12));
      assert.isFalse(compareCode("runtime", onchain(each), built)?.sameCode);
    });

  it("finds no auxdata at the end if only its beginning is valid", () => {
    const whole = `a1${SOLC}000a${"5a".repeat(8)}`;
    assert.isUndefined(findTrailingAuxdata(framed(bytesOf(whole))));
  });
});

describe("bytecode - CBOR auxdata (metadata sections)", () => {
  for (const [what, hex] of [
    ["empty code", ""],
    ["a map head at the very end", "a2"],
    ["a key without a value", "a164736f6c63"],
    ["a wrong length", "a164736f6c634300081cffff"],
    ["a CBOR tag bomb", `a164736f6c63${"c1".repeat(180)}00ba`],
  ] as const)
    it(`finds no auxdata in ${what}`, () => assert.isEmpty(findAuxdata(bytesOf(hex))));

  it("finds the version of a development build as text", () => {
    for (const version of [
      "0.8.28-nightly.2024.10.9+commit.7893614a",
      "0.5.10-develop.2019.6.25+commit.00000000.mod",
      "0.8.31-pre.1+commit.b59566f6",
      "0.8.28-develop",
    ]) {
      const cbor = encode({ solc: version });
      const code = Uint8Array.from([0xfe, ...cbor, 0, cbor.length]);
      const auxdata = { start: 1, length: cbor.length + 2, hasHash: false, solcVersion: version };
      assert.deepEqual(findTrailingAuxdata(code), auxdata);
      assert.deepEqual(findAuxdata(code), [auxdata]);
    }
  });

  // In quadratic time this takes minutes, beyond mocha's timeout.
  it("searches a megabyte of look-alikes in linear time", () => {
    findAuxdata(bytesOf("a264697066735822".repeat(20_000)));
    findAuxdata(bytesOf("a164736f6c634300081c".repeat(20_000)));
  });
});
