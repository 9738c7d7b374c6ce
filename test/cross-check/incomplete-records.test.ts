import { assert } from "chai";
import { runChecks } from "../../src/internal/cross-check/run-checks.ts";
import { checksComeTo } from "../helpers/cross-check/checks-come-to.ts";
import { type Body, withBody } from "../helpers/cross-check/one-check.ts";

describe("cross-check - incomplete records", () => {
  for (const [what, change] of [
    [
      "without an ABI",
      (body: Body) => {
        body.abi = null;
      },
    ],
    [
      "without metadata",
      (body: Body) => {
        body.metadata = null;
      },
    ],
    [
      "without sources in its metadata",
      (body: Body) => {
        body.metadata.sources = {};
      },
    ],
    [
      "without recompiled code",
      (body: Body) => {
        body.runtimeBytecode.recompiledBytecode = null;
      },
    ],
    [
      "without the field runtimeBytecode",
      (body: Body) => {
        delete body.runtimeBytecode;
      },
    ],
    [
      "without the field creationBytecode",
      (body: Body) => {
        delete body.creationBytecode;
      },
    ],
    [
      "without the field sources and metadata",
      (body: Body) => {
        delete body.sources;
        delete body.metadata;
      },
    ],
  ] as const) {
    it(`never passes a record ${what}`, () => {
      const checks = runChecks(withBody("plain", change));
      assert.notEqual(checksComeTo(checks), "passed");
    });
  }
});
