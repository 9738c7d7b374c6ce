import { assert } from "chai";
import { findDeclarationLine } from "../../src/internal/solidity/declaration-line.ts";

describe("solidity - the line of a declaration", () => {
  it("should find a contract, an abstract contract and a library", () => {
    const source =
      "pragma solidity ^0.8.0;\n\nabstract contract Base {}\nlibrary Math {}\n\ncontract\n  Vault is Base {}\n";
    assert.equal(findDeclarationLine(source, "Base"), 3);
    assert.equal(findDeclarationLine(source, "Math"), 4);
    assert.equal(findDeclarationLine(source, "Vault"), 6);
  });

  it("should ignore comments, strings and longer names", () => {
    const source =
      '// contract Vault\n/* contract Vault\n contract Vault */ string constant A = "contract Vault";\ncontract VaultFactory {}\ncontract Vault$ {}\ncontract Vault {}';
    assert.equal(findDeclarationLine(source, "Vault"), 6);
    assert.equal(findDeclarationLine(source, "Vault$"), 5);
  });

  it("should be null if nothing with that name is declared", () => {
    assert.isNull(findDeclarationLine("# @version 0.3.10\n", "Vault"));
    assert.isNull(findDeclarationLine("/* contract Vault", "Vault"));
  });
});
