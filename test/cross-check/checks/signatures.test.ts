import { assert } from "chai";
import { id } from "ethers/hash";
import { type Change, checkOf, set, statusOf, withBody } from "../../helpers/cross-check/one-check.ts";
import { recordedEvidence, recording, VERIFIED } from "../../helpers/cross-check/recorded-evidence.ts";

const signature = (text: string) => ({
  signature: text,
  signatureHash32: id(text),
  signatureHash4: id(text).slice(0, 10),
});

const OF_SIGNATURES: Readonly<Record<string, Change>> = {
  "a function's signature": set("signatures.function.0.signature", "steal()"),
  "a function's hash": set("signatures.function.0.signatureHash32", id("steal()")),
  "a function's selector": set("signatures.function.0.signatureHash4", "0x00000000"),
  "a selector that is longer": (body) => {
    body.signatures.function[0].signatureHash4 = body.signatures.function[0].signatureHash32;
  },
  "a function with its own hashes that is not in the ABI": (body) => {
    body.signatures.function.push(signature("steal()"));
  },
  "a function that the ABI has besides": (body) => {
    body.abi.push({ type: "function", name: "more", inputs: [], outputs: [], stateMutability: "view" });
  },
  "an event in place of the functions": (body) => {
    body.signatures = { event: body.signatures.function };
  },
  "an event that is not in the ABI": set("signatures.event", [signature("Stolen(address)")]),
  "an error that is not in the ABI": set("signatures.error", [signature("Stolen()")]),
  "a function among the errors": (body) => {
    body.signatures.error = [body.signatures.function.pop()];
  },
  "types that are written otherwise": (body) => {
    const { signature: text } = body.signatures.function[0];
    body.signatures.function[0] = signature(text.replace("(", "( "));
  },
  "an error of the ABI that has none": (body) => {
    body.abi.push({ type: "error", name: "Refused", inputs: [{ type: "uint256", name: "code" }] });
  },
};

const statusFor = (name: string, change: Change) => statusOf("signatures", withBody(name, change));

describe("cross-check - signatures", () => {
  for (const base of ["plain", "constructor-arguments", "library-itself"])
    for (const [what, change] of Object.entries(OF_SIGNATURES))
      it(`should fail for ${what}: ${base}`, () => {
        const check = checkOf("signatures", withBody(base, change));
        assert.equal(check.status, "failed");
        assert.isBelow((check.actual ?? "").length, 300);
      });

  it("should pass every recorded verification, in any order, letter case, and more than once", () => {
    for (const name of VERIFIED) {
      assert.equal(checkOf("signatures", recordedEvidence(recording(name))).status, "passed", name);
      const upper: Change = (body) => {
        body.signatures.function.reverse();
        body.signatures.function.push(body.signatures.function[0]);
        for (const it of body.signatures.function)
          it.signatureHash32 = `0x${it.signatureHash32.slice(2).toUpperCase()}`;
      };
      assert.equal(statusFor(name, upper), "passed", name);
    }
  });

  it("should accept a library function with a storage pointer, missing or present", () => {
    const pointer = {
      type: "function",
      name: "keep",
      inputs: [{ name: "box", type: "Maths.Box storage" }],
      outputs: [],
      stateMutability: "nonpayable",
    };
    const inAbi: Change = (body) => body.abi.push(pointer);
    const inBoth: Change = (body) => {
      inAbi(body);
      body.signatures.function.push(signature("keep(Maths.Box storage)"));
    };
    assert.equal(statusFor("library-itself", inAbi), "passed");
    assert.equal(statusFor("library-itself", inBoth), "passed");
  });

  it("should fail where one of several is missing", () => {
    const less: Change = (body) => body.signatures.function.pop();
    for (const name of ["plain", "constructor-arguments", "immutables", "linked-library"])
      assert.equal(statusFor(name, less), "failed", name);
  });

  it("should be unknown without signatures, without the field, and without an ABI", () => {
    const none: Change = set("signatures.function", []);
    assert.equal(statusFor("plain", none), "unknown");
    for (const field of ["signatures", "abi"]) {
      const without: Change = (body) => {
        body[field] = null;
      };
      assert.equal(statusFor("plain", without), "unknown");
    }
  });

  it("should fail for a text that has no encoding in UTF-8", () => {
    const evidence = withBody("plain", (body) => {
      const hash = `0x${"00".repeat(32)}`;
      body.signatures.event = [{ signature: "x\ud800", signatureHash32: hash, signatureHash4: "0x00000000" }];
    });
    assert.equal(statusOf("signatures", evidence), "failed");
  });
});
