import { access } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { advice } from "../errors/next-step.ts";
import { VerifyContractError } from "../errors/problem.ts";
import type { LocalCompiler } from "../solidity/compilers/local-compiler.ts";

const JUDGE = "@ethereum-sourcify/lib-sourcify";
const SOLC = "solc";

/**
 * The compilers to use: those that were given, and the installed `solc` package behind them.
 * @throws VerifyContractError VC901 when an optional peer dependency is missing.
 */
export async function compilersWithPeers(given: readonly LocalCompiler[]): Promise<readonly LocalCompiler[]> {
  if (resolve(JUDGE) === undefined) throw missing(JUDGE);
  const soljson = resolve(`${SOLC}/soljson.js`);
  await Promise.all(given.map(({ path }) => access(path)));
  if (soljson === undefined && given.length === 0) throw missing(SOLC);
  return soljson === undefined ? given : [...given, { path: soljson }];
}

function resolve(specifier: string): string | undefined {
  try {
    return fileURLToPath(import.meta.resolve(specifier));
  } catch {
    return undefined;
  }
}

function missing(name: string): VerifyContractError {
  return new VerifyContractError("VC901", {
    values: { package: name },
    likely: "an optional peer dependency of hardhat-verify-contract was not installed with it",
    next: advice(`npm install --save-dev ${JUDGE} ${SOLC}`),
  });
}
