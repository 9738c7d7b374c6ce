import { assert } from "chai";
import { addAcceptance } from "../../src/internal/commands/show-run.ts";
import { HARDHAT_WORDS } from "../../src/internal/hosts/hardhat3/host.ts";
import { contractOf, problemOf, reportOf, VAULT_ADDRESS } from "../helpers/report-parts.ts";

const LINE = {
  subcommand: "check",
  targets: [],
  options: [["--locked"]],
  globals: [["--network", "testnet"]],
} as const;
const LOCAL_LINE = { ...LINE, options: [["--locked"], ["--local"]] } as const;

describe("commands - the command that accepts what drifted", () => {
  for (const [is, accept] of [
    [
      "no record found",
      new RegExp(
        `^npx hardhat verify-contract ${VAULT_ADDRESS} --network testnet && npx hardhat verify-contract lock `,
      ),
    ],
    ["verified, exact match", /^npx hardhat verify-contract lock --network testnet --update Box$/],
  ] as const)
    it(`should verify a new implementation first, if nobody has: ${is}`, () => {
      const drift = [{ kind: "implementation", locked: null, found: VAULT_ADDRESS }] as const;
      const contract = contractOf({
        outcome: "drifted",
        lock: { name: "Box", file: "verify-contract.lock.json", drift },
        error: problemOf("VC712", {
          values: { name: "Box" },
          facts: [["New code", `not from a build here; ${is}`]],
        }),
      } as never);
      assert.match(addAcceptance(reportOf([contract], 1), LINE, HARDHAT_WORDS).accept ?? "", accept);
      const local = addAcceptance(reportOf([contract], 1), LOCAL_LINE, HARDHAT_WORDS).accept ?? "";
      for (const command of local.split(" && ")) assert.include(command, " --local");
    });
});
