import { assert } from "chai";
import { createTaskArguments } from "../../../src/internal/hosts/hardhat2/run-task.ts";
import { thrownBy } from "../../helpers/thrown.ts";

const ADDRESS = "0x5FbDB2315678afecb367f032d93F642f64180aa3";
/** Hardhat's default arguments for `verify-contract`, as far as these tests need them. */
const FILLED = { target: undefined, arguments: [], sources: "auto", json: false };

const of = (command: Parameters<typeof createTaskArguments>[0], args: object, verbose?: boolean) =>
  createTaskArguments(command, { ...args }, { hardhatArguments: { verbose } });

describe("Hardhat 2 - the arguments of a task", () => {
  it("should be those of the command line, with an empty target if none is given", () => {
    const own = of("verify", { ...FILLED, target: ADDRESS });
    assert.deepEqual(own, { target: ADDRESS, arguments: [], sources: "auto", json: false, verbose: false });
    assert.equal(of("verify", FILLED).target, "", "which the command reports");
  });

  it("should also accept the names in a program's request", () => {
    const args = { ...FILLED, address: ADDRESS, creationTransactionHash: "0x1", minMatch: 5 };
    const own = of("verify", args);
    assert.deepEqual([own.target, own.creationTxHash], [ADDRESS, "0x1"]);
    // It is validated with the request.
    assert.equal(own.minMatch, 5);
    assert.deepEqual(of("check", { targets: [], address: ADDRESS }).targets, [ADDRESS]);
  });

  it("should be verbose with Hardhat's own option if the command supports it", () => {
    assert.isTrue(of("verify", FILLED, true).verbose);
    assert.isTrue(of("verify", { ...FILLED, verbose: true }).verbose);
    assert.notProperty(of("merge", { reports: ["a.json"] }, true), "verbose");
  });

  it("should not include names that a command lacks: VC106", async () => {
    for (const [command, args] of [
      ["merge", { reports: [], raports: [] }],
      ["status", { address: ADDRESS }],
      ["verify", { ...FILLED, adress: ADDRESS }],
      ["verify", { ...FILLED, address: 5 }],
      ["verify", { ...FILLED, address: ADDRESS, constructorArguments: [5] }],
    ] as const)
      await thrownBy(() => of(command, args), "VC106");
  });
});
