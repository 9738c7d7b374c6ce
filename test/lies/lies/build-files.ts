import { isDeepStrictEqual } from "node:util";
import type { ClaimId } from "../../../src/internal/report/claim-ids.ts";
import type { CompiledProgram } from "../../helpers/compile.ts";
import { type CompiledContract, flipByte } from "../../helpers/compile.ts";
import type { LiarId } from "../table/liars.ts";
import type { Body } from "../world/lying-proxy.ts";
import type { Stage } from "../world/stage.ts";
import { evilBuild, PATH, type Subject } from "../world/subjects.ts";
import { askingFor } from "../world/world.ts";
import { type Ended, isOf, type Lie, type LieRow, row, toldIn, toldProvenIn, toldUntouched } from "./lie.ts";

const LIAR: LiarId = "build-files";

interface BuildLie extends LieRow {
  /** Changes the build's input and outputs in place. */
  readonly change: (build: Body, subject: Subject) => void;
  /** Replaces the subject. */
  readonly subject?: (stage: Stage, subject: Subject) => Promise<Subject>;
}

function outputOf(build: Body, name: string): CompiledContract & Body {
  return build.output.contracts[PATH][name];
}

function comment(build: Body): void {
  build.input.sources[PATH].content += "// one comment more\n";
}

const told = row<BuildLie>;
const LIES: readonly BuildLie[] = [
  told(
    "the code on chain as another contract's",
    "runtime-code",
    { fits: isOf("counter", "child") },
    (build, { name }) => {
      const other = outputOf(build, "Named");
      const true_ = outputOf(build, name);
      other.evm = true_.evm;
      delete build.output.contracts[PATH][name];
    },
  ),
  told(
    "another creation code",
    "creation-code",
    { fits: isOf("counter", "named", "child") },
    (build, { name }) => {
      const { bytecode } = outputOf(build, name).evm as Body;
      bytecode.object = flipByte(bytecode.object, 3).slice(2);
    },
  ),
  told(
    "another creation code at its end, before the metadata",
    "creation-code",
    { fits: isOf("counter", "named", "child") },
    (build, { name, compiler }) => {
      const { bytecode } = outputOf(build, name).evm as Body;
      bytecode.object = flipByte(bytecode.object, compiler === "0.4.26" ? -44 : -54).slice(2);
    },
  ),
  told(
    "other metadata in the creation code",
    "creation-code",
    { fits: isOf("counter", "named", "child") },
    (build, { name }) => {
      const { bytecode } = outputOf(build, name).evm as Body;
      bytecode.object = flipByte(bytecode.object, -20).slice(2);
    },
  ),
  { name: "a comment in a source", claim: "sources", change: comment },
  told("another optimizer", "sources", {}, (build) => {
    build.input.settings.optimizer = { enabled: true, runs: 4711 };
  }),
  told(
    "an ABI without functions",
    "interface",
    { fits: isOf("counter", "named", "uses-low", "child") },
    (build, { name }) => {
      outputOf(build, name).abi = [];
    },
  ),
  told(
    "a function with another name",
    "interface",
    { fits: isOf("counter", "named", "uses-low", "child") },
    (build, { name }) => {
      const [first] = outputOf(build, name).abi.filter(({ type }: Body) => type === "function");
      first.name = "harmless";
    },
  ),
  told(
    "another library's code under the library's name",
    "libraries",
    {
      limit: "library-of-false-build",
      fits: isOf("uses-low"),
      subject: ({ evil }, { compiler }) => evil.library(compiler, false),
    },
    (build, { compiler }) => {
      const evil = evilBuild(compiler).output.contracts[PATH]?.Low;
      if (evil !== undefined) Object.assign(outputOf(build, "Low").evm, structuredClone(evil.evm));
    },
  ),
];

/** Claims that don't rest on the build. */
const UNTOUCHED: readonly ClaimId[] = ["implementation", "identity", "deployment", "record"];

async function toldWith(
  stage: Stage,
  subject: Subject,
  claim: ClaimId,
  change: BuildLie["change"],
): Promise<Ended> {
  const build = structuredClone(subject.compiled) as CompiledProgram;
  change(build, subject);
  if (isDeepStrictEqual(build, subject.compiled)) throw new Error("It changes nothing, so it is no lie.");
  const { world } = stage;
  const asking = await askingFor(world, { ...subject, compiled: build }, "verify");
  if (UNTOUCHED.includes(claim))
    return toldUntouched(stage, claim, await askingFor(world, subject, "verify"), asking);
  // The record is honest: a false build may only make it weaker.
  return claim === "sources" ? toldProvenIn(stage, claim, asking) : toldIn(stage, LIAR, claim, asking);
}

export const BUILD_FILE_LIES: readonly Lie[] = [
  ...LIES.map(
    ({ change, subject: made, ...lie }): Lie => ({
      ...lie,
      liar: LIAR,
      tell: async (stage, subject) =>
        toldWith(stage, (await made?.(stage, subject)) ?? subject, lie.claim, change),
    }),
  ),
  ...UNTOUCHED.map(
    (claim): Lie => ({
      name: `a comment in a source: ${claim}`,
      liar: LIAR,
      claim,
      fits: isOf("named", "proxy"),
      tell: (stage, subject) => toldWith(stage, subject, claim, comment),
    }),
  ),
];
