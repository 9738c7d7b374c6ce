import { assert } from "chai";
import { selectContracts } from "../../src/internal/builds/select-contracts.ts";
import { candidateOf } from "../helpers/compile.ts";
import { counter } from "../helpers/contracts.ts";
import { factOf, thrownBy } from "../helpers/thrown.ts";

const named = (sourceName: string, name: string) =>
  candidateOf(counter(), "contracts/Counter.sol", "Counter", {
    name,
    sourceName,
    fullyQualifiedName: `${sourceName}:${name}`,
    inputSourceName: `project/${sourceName}`,
  });
const candidates = [
  named("contracts/Vault.sol", "Vault"),
  named("contracts/old/Vault.sol", "Vault"),
  named("contracts/Token.sol", "Token"),
];

describe("builds - selecting the contract that the user named", () => {
  it("keeps all candidates if none was named", () =>
    assert.equal(selectContracts(candidates, undefined, "artifacts"), candidates));

  for (const [wanted, sources] of [
    ["Token", ["contracts/Token.sol"]],
    ["Vault", ["contracts/Vault.sol", "contracts/old/Vault.sol"]],
    ["contracts/old/Vault.sol:Vault", ["contracts/old/Vault.sol"]],
    ["project/contracts/Vault.sol:Vault", ["contracts/Vault.sol"]],
  ] as const)
    it(`finds ${wanted}`, () => {
      const sourceNames = selectContracts(candidates, wanted, "artifacts").map(
        ({ sourceName }) => sourceName,
      );
      assert.deepEqual(sourceNames, [...sources]);
    });

  for (const [wanted, nearest] of Object.entries({
    Vualt: "Vault",
    vault: "Vault",
    "contracts/Vualt.sol:Vault":
      "contracts/Vault.sol:Vault, contracts/old/Vault.sol:Vault, contracts/Token.sol:Token",
    Governor: undefined,
  } as const))
    it(`does not find ${wanted}, and suggests similar names`, async () => {
      const error = await thrownBy(() => selectContracts(candidates, wanted, "artifacts"));
      assert.deepEqual([error.code, factOf(error, "Looked in")], ["VC110", "artifacts"]);
      const said = factOf(error, "Nearest");
      if (nearest === undefined) assert.isUndefined(said);
      else assert.equal(said?.split(", ")[0], nearest.split(", ")[0]);
    });
});
