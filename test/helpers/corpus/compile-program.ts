import { createRequire } from "node:module";
import type { StandardJsonInput } from "../../../src/internal/domain/compiler-input.ts";
import type { Compiled } from "../compile.ts";
import { type Solc, solcOf } from "../solc.ts";
import type { CompilerRelease, Program } from "./phenomenon.ts";

const require = createRequire(import.meta.url);
const SOLJSON: Readonly<Record<CompilerRelease, string>> = {
  "0.4.26": require.resolve("solc-0.4.26/soljson.js"),
  "0.5.17": require.resolve("solc-0.5.17/soljson.js"),
  "0.6.12": require.resolve("solc-0.6.12/soljson.js"),
  "0.7.6": require.resolve("solc-0.7.6/soljson.js"),
  "0.8.19": require.resolve("solc-0.8.19/soljson.js"),
  "0.8.28": require.resolve("solc/soljson.js"),
  "0.8.37": require.resolve("solc-0.8.37/soljson.js"),
};
const LONG_VERSION = /\d+\.\d+\.\d+\+commit\.[0-9a-f]{8}/;
const OUTPUT = { "*": { "*": ["abi", "metadata", "evm.bytecode", "evm.deployedBytecode"], "": ["ast"] } };

export interface CompiledProgram extends Compiled {
  readonly compilerVersion: string;
}

type Output = Compiled["output"] & {
  readonly errors?: readonly {
    readonly severity: string;
    readonly message?: string;
    readonly formattedMessage: string;
  }[];
};

const cache = new Map<string, CompiledProgram>();

export const COMPILERS = Object.entries(SOLJSON).map(([version, path]) => ({ version, path }));

export function inputOf({ language = "Solidity", sources, settings }: Program): StandardJsonInput {
  return {
    language,
    sources: Object.fromEntries(Object.entries(sources).map(([path, content]) => [path, { content }])),
    settings: { optimizer: { enabled: true, runs: 200 }, ...settings, outputSelection: OUTPUT },
  };
}

export function compileProgram(program: Program): CompiledProgram {
  return compileWith(program.compiler ?? "0.8.28", inputOf(program));
}

export function compileWith(release: CompilerRelease, input: StandardJsonInput): CompiledProgram {
  const text = JSON.stringify(input);
  const key = `${release}\n${text}`;
  const known = cache.get(key);
  if (known !== undefined) return known;
  const output = outputOf(release, input);
  const errors = (output.errors ?? []).filter(({ severity }) => severity === "error");
  if (errors.length > 0) throw new Error(errors.map((error) => error.formattedMessage).join("\n"));
  const version = compilerOf(release).version();
  const compilerVersion = LONG_VERSION.exec(version)?.[0];
  if (compilerVersion === undefined) throw new Error(`${version} is no long version.`);
  const compiled = { input, output, compilerVersion };
  cache.set(key, compiled);
  return compiled;
}

export function outputOf(release: CompilerRelease, input: StandardJsonInput): Output {
  return JSON.parse(compilerOf(release).compile(JSON.stringify(input))) as Output;
}

function compilerOf(release: CompilerRelease): Solc {
  return solcOf(release === "0.8.28" ? "solc" : `solc-${release}`);
}

export function splitContract(contract: string): readonly [path: string, name: string] {
  const colon = contract.lastIndexOf(":");
  return [contract.slice(0, colon), contract.slice(colon + 1)];
}
