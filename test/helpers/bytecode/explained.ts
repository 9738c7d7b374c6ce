import { assert } from "chai";
import { explainDifferences } from "../../../src/internal/bytecode/explain/explain-differences.ts";
import type { Explained } from "../../../src/internal/bytecode/explain/explanation.ts";
import { type Compiled, type CompiledContract, contractOf, creationOf, runtimeOf } from "../compile.ts";

export const PATH = "contracts/Vault.sol";
const NAME = "Vault";

export function vault(body: string): Readonly<Record<string, string>> {
  return {
    [PATH]: `// SPDX-License-Identifier: MIT\npragma solidity ^0.8.0;\ncontract ${NAME} {\n${body}\n}\n`,
  };
}

export function vaultOf(compiled: Compiled): CompiledContract {
  return contractOf(compiled, PATH, NAME);
}

/** Compiled code as it appears on chain, with zeros for all values to fill in. */
export function onchain(object: string): string {
  return `0x${object.replace(/^0x/, "").replace(/__.{36}__/g, "0".repeat(40))}`;
}

export interface OnChain {
  readonly runtime?: string;
  readonly creation?: string;
  readonly settings?: Readonly<Record<string, unknown>>;
}

export function explained(
  deployed: CompiledContract,
  built: CompiledContract,
  { runtime, creation, settings }: OnChain = {},
): readonly Explained[] {
  return explainDifferences({
    runtime: runtime ?? onchain(deployed.evm.deployedBytecode.object),
    creation: creation ?? onchain(deployed.evm.bytecode.object),
    template: { runtime: runtimeOf(built), creation: creationOf(built) },
    settings,
    compilerVersion: "0.8.28+commit.7893614a",
  });
}

export function kindsOf(explanations: readonly Explained[]): readonly string[] {
  return explanations.map(({ kind, certainty }) => `${kind} ${certainty}`);
}

/** Asserts that there is one explanation, of this kind and certainty, with this text. */
export function assertExplained(
  found: readonly Explained[],
  kind: string,
  text: RegExp | string = /./,
): void {
  assert.deepEqual(kindsOf(found), [kind]);
  assertFirst(found, kind, text);
}

/** Asserts that the first explanation is of this kind and certainty, with this text. */
export function assertFirst(found: readonly Explained[], kind: string, text: RegExp | string = /./): void {
  assert.equal(kindsOf(found)[0], kind);
  if (typeof text === "string") assert.equal(found[0]?.text, text);
  else assert.match(found[0]?.text ?? "", text);
}
