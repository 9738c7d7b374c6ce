import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

import { assertOnePace, paceOfHardhat3 } from "../helpers/package/one-pace.ts";

describe("package - what is one in a process", () => {
  let root: string;

  before(() => {
    root = mkdtempSync(join(tmpdir(), "verify-contract-one-"));
    symlinkSync(resolve("node_modules"), join(root, "node_modules"), "junction");
    writeFileSync(join(root, "package.json"), '{ "type": "module" }');
  });
  after(() => rmSync(root, { recursive: true }));

  /** `npm run test:hosts` does the same with the packed file, in both versions of Hardhat. */
  it("should keep one pace of a host for what is imported and for a task", async function () {
    this.timeout(90_000);
    await assertOnePace(paceOfHardhat3(root));
  });
});
