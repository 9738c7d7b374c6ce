import { Interface } from "ethers/abi";
import { decodeBase58 } from "ethers/utils";
import { computeMetadataHashes } from "../../src/internal/bytecode/metadata-hashes.ts";
import type { BuildCandidate } from "../../src/internal/domain/build.ts";
import type {
  CodeTemplate,
  ImmutableReferences,
  LinkReferences,
} from "../../src/internal/domain/code-template.ts";
import type { StandardJsonInput } from "../../src/internal/domain/compiler-input.ts";
import { solcOf } from "./solc.ts";

/** The version of the `solc` package in the development dependencies. */
export const COMPILER_VERSION = "0.8.28+commit.7893614a";

interface CodeOutput {
  readonly sourceMap?: string;
  readonly object: string;
  readonly linkReferences: LinkReferences;
  readonly immutableReferences?: ImmutableReferences;
}

export interface CompiledContract {
  readonly abi: readonly Readonly<Record<string, unknown>>[];
  readonly metadata: string;
  readonly evm: { readonly bytecode: CodeOutput; readonly deployedBytecode: CodeOutput };
}

export interface Compiled {
  readonly input: StandardJsonInput;
  /** Such as `0.8.28+commit.7893614a`. @default {@link COMPILER_VERSION} */
  readonly compilerVersion?: string;
  readonly output: {
    readonly contracts: Readonly<Record<string, Readonly<Record<string, CompiledContract>>>>;
  };
}

const OUTPUT = {
  "*": {
    "*": [
      "abi",
      "metadata",
      ...["object", "linkReferences"].map((part) => `evm.bytecode.${part}`),
      ...["object", "linkReferences", "immutableReferences"].map((part) => `evm.deployedBytecode.${part}`),
    ],
  },
};

export type CompiledProgram = Compiled & Required<Pick<Compiled, "compilerVersion">>;

type Output = Compiled["output"] & {
  readonly errors?: readonly {
    readonly severity: string;
    readonly message?: string;
    readonly formattedMessage: string;
  }[];
};

const cache = new Map<string, CompiledProgram>();

export function compile(
  sources: Readonly<Record<string, string>>,
  settings: Readonly<Record<string, unknown>> = {},
  release = "0.8.28",
): Compiled {
  return compileWith(release, {
    language: "Solidity",
    sources: Object.fromEntries(Object.entries(sources).map(([path, content]) => [path, { content }])),
    settings: { optimizer: { enabled: true, runs: 200 }, ...settings, outputSelection: OUTPUT },
  });
}

export function compileInput(input: StandardJsonInput): Compiled {
  return compileWith("0.8.28", input);
}

export function compileWith(release: string, input: StandardJsonInput): CompiledProgram {
  const key = `${release}\n${JSON.stringify(input)}`;
  const known = cache.get(key);
  if (known !== undefined) return known;
  const output = outputOf(release, input);
  const errors = (output.errors ?? []).filter(({ severity }) => severity === "error");
  if (errors.length > 0) throw new Error(errors.map((error) => error.formattedMessage).join("\n"));
  const compiled = { input, output, compilerVersion: solcOf(release).longVersion() };
  cache.set(key, compiled);
  return compiled;
}

export function outputOf(release: string, input: StandardJsonInput): Output {
  return JSON.parse(solcOf(release).compile(JSON.stringify(input))) as Output;
}

export function contractOf(compiled: Compiled, path: string, name: string): CompiledContract {
  const contract = compiled.output.contracts[path]?.[name];
  if (contract === undefined) throw new Error(`No ${path}:${name} in the output.`);
  return contract;
}

export function runtimeOf({ evm }: CompiledContract): CodeTemplate {
  const { object, linkReferences, immutableReferences = {} } = evm.deployedBytecode;
  return { object, linkReferences, immutableReferences };
}

export function creationOf({ evm }: CompiledContract): CodeTemplate {
  const { object, linkReferences } = evm.bytecode;
  return { object, linkReferences, immutableReferences: {} };
}

/** The codes as they are on chain, with every library linked at one address. */
export function codesOf(compiled: Compiled, path: string, name: string, library = `0x${"0".repeat(40)}`) {
  const { bytecode, deployedBytecode } = contractOf(compiled, path, name).evm;
  const onChain = ({ object }: CodeOutput) => `0x${object.replaceAll(/__.{36}__/g, library.slice(2))}`;
  return { runtime: onChain(deployedBytecode), creation: onChain(bytecode) };
}

/** The metadata's IPFS hash as compiled code contains it: 64 hex digits. */
export function hashInCode(metadata: unknown): string {
  const [hash = ""] = computeMetadataHashes(metadata);
  return decodeBase58(hash).toString(16).slice(-64);
}

/** A library's runtime code on chain, which begins with its own address. */
export function libraryCode(compiled: Compiled, path: string, name: string, address: string): string {
  return `0x73${address.slice(2)}${codesOf(compiled, path, name).runtime.slice(44)}`;
}

type Creation = Pick<CompiledContract, "abi"> & {
  readonly evm: { readonly bytecode: Pick<CodeOutput, "object" | "linkReferences"> };
};

export function creationInput(
  { abi = [], evm }: Creation,
  libraries: Readonly<Record<string, string>> = {},
  args: readonly unknown[] = [],
): string {
  const { object, linkReferences } = evm.bytecode;
  const linked = Object.values(linkReferences)
    .flatMap((ofFile) => Object.entries(ofFile))
    .reduce((code, [name, ranges]) => fill(code, ranges, libraries[name] ?? "0x"), object);
  const constructors = abi.filter(({ type }) => type === "constructor");
  return `0x${linked}${new Interface(JSON.stringify(constructors)).encodeDeploy(args).slice(2)}`;
}

export function candidateOf(
  compiled: Compiled,
  path: string,
  name: string,
  more: Partial<BuildCandidate> = {},
): BuildCandidate {
  const contract = contractOf(compiled, path, name);
  return {
    name,
    sourceName: path,
    fullyQualifiedName: `${path}:${name}`,
    inputSourceName: path,
    abi: contract.abi,
    runtime: runtimeOf(contract),
    creation: creationOf(contract),
    buildId: "build-1",
    buildFile: "/project/artifacts/build-info/build-1.json",
    file: `/project/artifacts/${path}/${name}.json`,
    ...more,
  };
}

/** Writes a value over each range, like a linker or a constructor. */
export function fill(
  object: string,
  ranges: readonly { readonly start: number; readonly length: number }[],
  value: string,
): string {
  const digits = value.replace(/^0x/, "");
  return ranges.reduce(
    (code, { start, length }) =>
      code.slice(0, start * 2) + digits.padStart(length * 2, "0") + code.slice((start + length) * 2),
    object,
  );
}

/** Flips one byte. A negative offset counts from the end. */
export function flipByte(code: string, offset: number): string {
  const digits = code.replace(/^0x/, "");
  const at = (offset < 0 ? digits.length / 2 + offset : offset) * 2;
  const flipped = (Number.parseInt(digits.slice(at, at + 2), 16) ^ 0xff).toString(16).padStart(2, "0");
  return `0x${digits.slice(0, at)}${flipped}${digits.slice(at + 2)}`;
}
