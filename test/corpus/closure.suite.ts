import { assert } from "chai";
import { importClosure } from "../../src/internal/solidity/import-closure.ts";
import { type CompiledContract, compileWith, contractOf, outputOf } from "../helpers/compile.ts";
import { inputOf, splitContract } from "../helpers/corpus/compile-program.ts";
import type { CompilerRelease, Program } from "../helpers/corpus/phenomenon.ts";
import { IMPORT_FORMS } from "./phenomena/import-forms.ts";
import { PHENOMENA } from "./phenomena/index.ts";

const IMPORTERS = [
  ...["a.sol", "c/a.sol", "c/d/a.sol", "c//d/a.sol", "c/d//a.sol", "/abs/a.sol", "/a.sol", "./c/a.sol"],
  ...["../c/a.sol", "c/./d/a.sol", "c/../d/a.sol", "@s/c/a.sol", "https://e.org/lib/a.sol", " s p/a.sol"],
];
const IMPORTED = [
  ...["./b.sol", "../b.sol", "./../b.sol", "../../b.sol", "../../../../b.sol", ".//b.sol", "./x//b.sol"],
  ...["./x/./b.sol", "./x/../b.sol", "../x/./y.sol", "./b.sol/", "./x/..", "..", "../", ".", "./"],
  ...[
    "b.sol",
    "x/../b.sol",
    "x//b.sol",
    "/b.sol",
    "//b.sol",
    ".b.sol",
    "..b.sol",
    ".../b.sol",
    "./.../b.sol",
  ],
  ...["https://x.org/b.sol", "./b c.sol", "./a\\b.sol", ".\\b.sol"],
];
const REMAPPED = [
  ["a/=T/", "a/b/=U/"],
  ["a/b/=U/", "a/=T/"],
  ["a/=T/", "a/=U/"],
  ["c/:a/=T/", "a/b/=U/"],
  ["c/d/:a/=T/", "c/:a/b/=U/"],
  [":a/=T/", "c:a/=U/"],
  ["c/=T/", "T/=U/"],
  ["./=T/", ".=U/", "..=V/"],
  ["https://e.org/=T/", "a/=https://e.org/"],
  ["a="],
  ["a/="],
  ["a/=x=y/"],
  ["a/=c/", "c/=U/"],
  ["c/dx:a/=T/", "c/d:a/=U/"],
];

describe("corpus - the import closure compiles to the same metadata", () => {
  const several = PHENOMENA.filter(
    ({ build, deployed }) => Object.keys((build ?? deployed).sources).length > 1,
  );
  for (const { name, deployed, build = deployed, isCodeOfAllFiles } of several) {
    it(`should do so for: ${name}`, () => {
      proveClosure(build, isCodeOfAllFiles);
    });
  }

  for (const { name, ...program } of IMPORT_FORMS) {
    it(`should do so for an import: ${name}`, () => {
      assert.isAbove(proveClosure(program), 0, "nothing was left out");
    });
  }
});

describe("corpus - imports resolve like in every compiler", () => {
  for (const release of ["0.4.26", "0.5.17", "0.6.12", "0.7.6", "0.8.19", "0.8.28", "0.8.37"] as const) {
    it(`should resolve paths like solc ${release}`, () => {
      for (const importer of IMPORTERS) {
        for (const imported of IMPORTED) {
          const looked = resolvedByCompiler(release, importer, imported);
          assert.equal(missing(importer, imported), looked, `${imported} in ${importer}`);
        }
      }
    });

    it(`should remap like solc ${release}`, () => {
      for (const remappings of REMAPPED) {
        for (const importer of ["c/a.sol", "c/d/a.sol", "a.sol"]) {
          for (const imported of ["a/b/x.sol", "a/x.sol", "./x.sol", "../x.sol", "https://e.org/x.sol"]) {
            const looked = resolvedByCompiler(release, importer, imported, remappings);
            const about = `${imported} in ${importer} with ${remappings.join(" ")}`;
            assert.equal(missing(importer, imported, remappings), looked, about);
          }
        }
      }
    });
  }
});

/** The import that the closure reports as missing. */
function missing(importer: string, imported: string, remappings: readonly string[] = []): string | undefined {
  const content = `import "${imported.replaceAll("\\", "\\\\")}";`;
  const input = { language: "Solidity", sources: { [importer]: { content } }, settings: { remappings } };
  const closure = importClosure(input, importer);
  return closure.kind === "known"
    ? undefined
    : /^(.*) is imported but missing from the build's input$/s.exec(closure.reason)?.[1];
}

/**
 * Compares a compilation of the import closure alone with one of the whole input: equal metadata, code and list of sources.
 * @param isCodeOfAllFiles Expects different code, so the whole input must be submitted next.
 * @returns The number of sources left out.
 */
function proveClosure(program: Program, isCodeOfAllFiles = false): number {
  const release = program.compiler ?? "0.8.28";
  const [path, name] = splitContract(program.contract);
  const input = inputOf(program);
  const closure = importClosure(input, path);
  if (closure.kind === "unknown") return assert.fail(closure.reason);

  const sources = Object.fromEntries(
    Object.entries(input.sources).filter(([source]) => closure.sources.includes(source)),
  );
  const whole = contractOf(compileWith(release, input), path, name);
  const part = contractOf(compileWith(release, { ...input, sources }), path, name);
  assert.equal(part.metadata, whole.metadata, "metadata");
  const codes = ({ evm }: CompiledContract) => [evm.bytecode.object, evm.deployedBytecode.object];
  if (isCodeOfAllFiles) assert.notDeepEqual(codes(part), codes(whole), "creation and runtime code");
  else assert.deepEqual(codes(part), codes(whole), "creation and runtime code");

  const named = Object.keys((JSON.parse(whole.metadata) as { sources: object }).sources);
  assert.sameMembers([...closure.sources], named);
  return Object.keys(input.sources).length - closure.sources.length;
}

/** The source name that the compiler reports as missing; undefined if it finds or rejects the import. */
function resolvedByCompiler(
  release: CompilerRelease,
  importer: string,
  imported: string,
  remappings: readonly string[] = [],
): string | undefined {
  const { errors = [] } = outputOf(release, {
    language: "Solidity",
    sources: { [importer]: { content: `import "${imported.replaceAll("\\", "\\\\")}";` } },
    settings: { remappings, outputSelection: {} },
  });
  const message = errors.map((error) => error.message ?? error.formattedMessage).join("\n");
  return /Source "((?:[^"\\]|\\.)*)" not found/.exec(message)?.[1];
}
