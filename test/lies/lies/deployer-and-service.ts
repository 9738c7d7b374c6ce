import { hashText } from "../../../src/internal/domain/keccak.ts";
import type { ClaimId } from "../../../src/internal/report/claim-ids.ts";
import { compileWith, contractOf, hashInCode } from "../../helpers/compile.ts";
import type { LiarId } from "../table/liars.ts";
import type { Body, Rewrite } from "../world/lying-proxy.ts";
import { inputWith } from "../world/programs.ts";
import type { Stage } from "../world/stage.ts";
import { PATH, type Subject } from "../world/subjects.ts";
import { askingFor, CHAIN_ID } from "../world/world.ts";
import { isOf, isOne, type Lie, toldIn, toldProvenIn } from "./lie.ts";
import { EXACT, recordOf, withoutTraces } from "./rewrites.ts";

const LIAR: LiarId = "deployer-and-service";
const COMPILER = "0.8.28";
const HARMLESS =
  "contract Base { uint256 public count; function add(uint256 amount) external { count += amount; } }";
const EVIL_ADD = "uint256 public count; function add(uint256 amount) external { count += amount + 1; }";
const MAIN = `import "lib/Base.sol"; contract Counter is Base {}`;

function withSources(input: Body, sources: Readonly<Record<string, string>>): Body {
  const added = Object.fromEntries(
    Object.entries(sources).map(([path, text]) => [
      path,
      { content: `// SPDX-License-Identifier: MIT\npragma solidity ^0.8.0;\n${text}\n` },
    ]),
  );
  return { ...input, sources: { ...input.sources, ...added } };
}

/** Harmless sources with their metadata, and an input that compiles other sources to the code on chain. */
interface Masked {
  readonly deployed: Subject;
  readonly record: Body;
}

/**
 * @param tail Ends the code with the metadata of the harmless sources.
 * @param isBeside Also stores the other source, which the metadata doesn't list.
 */
async function maskedCounter(
  { evil }: Stage,
  settings: object,
  tail: boolean,
  isBeside: boolean,
): Promise<Masked> {
  const harmlessInput = withSources(inputWith(MAIN, tail ? {} : settings), { "lib/Base.sol": HARMLESS });
  const harmless = contractOf(compileWith(COMPILER, harmlessInput), PATH, "Counter");
  const auxdata = harmless.evm.deployedBytecode.object.slice(-106);
  const literal = tail
    ? ` function tail() external pure returns (bytes memory) { return hex"${"00".repeat(120)}${auxdata}"; }`
    : "";
  const input = withSources(inputWith(MAIN, { ...settings, remappings: ["lib/=other/"] }), {
    "lib/Base.sol": HARMLESS,
    "other/Base.sol": `contract Base { ${EVIL_ADD}${literal} }`,
  });
  const deployed = await evil.program(COMPILER, input, "Counter");
  const metadata = JSON.parse(harmless.metadata);
  const { evm } = contractOf(deployed.compiled, PATH, "Counter");
  const side = (code: string): Body => ({
    onchainBytecode: `0x${code}`,
    recompiledBytecode: `0x${code}`,
    sourceMap: null,
    linkReferences: {},
    cborAuxdata: tail ? { 1: { offset: code.length / 2 - 53, value: `0x${auxdata}` } } : {},
    transformations: [],
    transformationValues: {},
  });
  const match = tail ? EXACT : { match: "match", creationMatch: "match", runtimeMatch: "match" };
  return {
    deployed,
    record: {
      ...match,
      chainId: String(CHAIN_ID),
      address: deployed.address,
      verifiedAt: new Date().toISOString(),
      matchId: "77",
      creationBytecode: side(evm.bytecode.object),
      runtimeBytecode: { ...side(evm.deployedBytecode.object), immutableReferences: {} },
      deployment: null,
      sources: isBeside
        ? input.sources
        : Object.fromEntries(Object.entries(harmlessInput.sources).map(([path, each]) => [path, each])),
      compilation: {
        language: "Solidity",
        compiler: "solc",
        compilerVersion: deployed.compiled.compilerVersion,
        compilerSettings: harmlessInput.settings,
        name: "Counter",
        fullyQualifiedName: `${PATH}:Counter`,
      },
      abi: harmless.abi,
      metadata,
      storageLayout: null,
      signatures: null,
      proxyResolution: { isProxy: false, proxyType: null, implementations: [] },
      stdJsonInput: { language: "Solidity", sources: input.sources, settings: input.settings },
    },
  };
}

/** The service has this record for the deployed contract. */
export function servedAt(masked: Masked): Rewrite {
  const address = masked.deployed.address.toLowerCase();
  return ({ path }, honest) =>
    path.toLowerCase().includes(address) ? { status: 200, body: served(masked, path) } : honest;
}

function served({ deployed, record }: Masked, path: string): Body {
  const fields = new URLSearchParams(path.split("?")[1] ?? "").get("fields")?.split(",") ?? [];
  const always = ["match", "creationMatch", "runtimeMatch", "chainId", "address", "verifiedAt", "matchId"];
  const asked = fields.includes("all") ? Object.keys(record) : [...always, ...fields];
  return { ...Object.fromEntries(asked.map((key) => [key, record[key] ?? null])), address: deployed.address };
}

const WAYS = [
  { name: "a metadata literal, and a remapped source that is not on record", tail: true, isBeside: false },
  { name: "a metadata literal, and a remapped source that is on record", tail: true, isBeside: true },
  { name: "no metadata hash, and a remapped source that is not on record", tail: false, isBeside: false },
  { name: "no metadata hash, and a remapped source that is on record", tail: false, isBeside: true },
] as const;

const masked: readonly Lie[] = WAYS.flatMap(({ name, tail, isBeside }) =>
  (["sources", "interface", "runtime-code"] as const).flatMap((claim) =>
    [[], ["recompiled-here", "metadata-hash"]].map(
      (required): Lie => ({
        name: `${name}${required.length === 0 ? "" : ", with checks that are required"}: ${claim}`,
        // Without the literal, the contract needs no deployer.
        liar: tail ? LIAR : "verification-service",
        claim,
        catches: [tail ? "literal-as-metadata" : "remapped-input"],
        fits: isOne("counter"),
        tell: async (stage) => {
          const settings = {
            metadata: tail ? { appendCBOR: false } : { bytecodeHash: "none", appendCBOR: false },
          };
          const it = await maskedCounter(stage, settings, tail, isBeside);
          return toldIn(stage, LIAR, claim, {
            target: it.deployed.address,
            action: "check",
            builds: [],
            request: { recompile: required.length > 0, required },
            verification: servedAt(it),
          });
        },
      }),
    ),
  ),
);

/** Statements of the service that the chain can't confirm. */
const creations: readonly Lie[] = (
  [
    ["creation-code", "code that was set without a creation, with an exact creation match"],
    ["deployment", "code that was set without a creation, with another's transaction"],
  ] as const
).map(([claim, name]) => ({
  name,
  liar: LIAR,
  claim,
  catches: ["made-up-creation", "false-transaction"],
  fits: isOf("counter", "named"),
  tell: async (stage, subject) => {
    const genesis = await stage.evil.genesis(subject);
    const record = await stage.recordOf(subject);
    return toldIn(stage, LIAR, claim, {
      ...(await askingFor(stage.world, genesis, "check")),
      verification: servedAt({ deployed: genesis, record }),
    });
  },
}));

/** The creation of the child is invisible, and its record names a transaction of the factory. */
const children: readonly Lie[] = (["creation-code", "deployment"] as const).flatMap((claim) =>
  (["another transaction", "the true transaction"] as const).map((which) => ({
    name: `a factory's child with foreign creation code, an exact creation match and ${which}: ${claim}`,
    liar: LIAR,
    claim,
    catches: ["child-of-factory", "false-transaction"],
    // With the true transaction, only the creation code is a lie.
    fits: ({ kind }: Subject) =>
      kind === "counter" && (claim === "creation-code" || which === "another transaction"),
    tell: async (stage: Stage, subject: Subject) => {
      const child = await stage.evil.foreignChild(subject);
      const record = await stage.recordOf(subject);
      const other = await stage.recordOf(stage.otherThan(subject));
      if (which === "another transaction") record.deployment = other.deployment;
      else record.deployment = null;
      return toldIn(stage, LIAR, claim, {
        ...(await askingFor(stage.world, child, "check")),
        node: withoutTraces,
        withoutQuery: true,
        verification: servedAt({ deployed: child, record }),
      });
    },
  })),
);

/** The library has an exact record with sources that don't compile to it. */
const libraries: readonly Lie[] = [false, true].map((isNested) => ({
  name: `another library${isNested ? " in a library" : ""}, with an exact record of harmless sources`,
  liar: LIAR,
  claim: "libraries",
  catches: isNested ? ["nested-library"] : ["unknown-library"],
  fits: ({ kind }) => kind === (isNested ? "uses-high" : "uses-low"),
  tell: async (stage, { compiler }) => {
    const deployed = await stage.evil.library(compiler, isNested);
    await stage.world.run(await askingFor(stage.world, deployed, "verify"));
    const low = stage.subject(compiler, "low");
    const record = await stage.recordOf(low);
    return toldIn(stage, LIAR, "libraries", {
      ...(await askingFor(stage.world, deployed, "check-alone")),
      verification: ({ path }, honest) =>
        path.toLowerCase().includes(deployed.libraries.Low?.toLowerCase() ?? "none")
          ? {
              status: 200,
              body: served({ deployed: { ...low, address: deployed.libraries.Low ?? "" }, record }, path),
            }
          : honest,
    });
  },
}));

/** The code is the build's, but ends in the hash of false metadata, which the service has on record. */
const planted: readonly Lie[] = (
  [
    ["interface", "an event that the contract lacks", addEvent],
    ["sources", "sources that compile to other code", replaceSource],
  ] as const
).flatMap(([claim, name, falsify]) =>
  (["check", "check-alone", "given"] as const).map((way) => ({
    name: `the hash of false metadata, with ${name}: ${way}`,
    liar: LIAR,
    claim,
    catches: ["planted-metadata"] as const,
    fits: isOf("counter"),
    tell: async (stage: Stage, subject: Subject) => {
      const { metadata, ...record } = await stage.recordOf(subject);
      const before = hashInCode(metadata);
      falsify(record, metadata);
      const after = hashInCode(metadata);
      const deployed = await stage.evil.fresh(subject, (init) => init.replaceAll(before, after));
      const text = JSON.stringify({ ...record, deployment: null }).replaceAll(before, after);
      // Without a storage layout, nothing of the interface is left uncompared.
      const unknown = { storageLayout: null, stdJsonInput: null };
      return toldIn(stage, LIAR, claim, {
        ...(await askingFor(stage.world, deployed, way)),
        verification: servedAt({ deployed, record: { ...JSON.parse(text), metadata, ...unknown } }),
      });
    },
  })),
);

function addEvent({ abi, signatures }: Body, { output }: Body): void {
  const event = { anonymous: false, inputs: [], name: "Paused", type: "event" };
  const signatureHash32 = hashText("Paused()");
  abi.push(event);
  output.abi.push(event);
  signatures.event.push({
    signature: "Paused()",
    signatureHash32,
    signatureHash4: signatureHash32.slice(0, 10),
  });
}

function replaceSource({ sources }: Body, metadata: Body): void {
  const content = `${sources[PATH].content}`.replaceAll("count += amount;", "count += amount + 1;");
  sources[PATH] = { content };
  metadata.sources[PATH] = { ...metadata.sources[PATH], keccak256: hashText(content) };
}

/** Claims for which the deployer gains nothing from the service. */
const same: readonly Lie[] = (
  [
    ["record", { chainId: "1" }],
    ["identity", { address: `0x${"12".repeat(20)}` }],
    [
      "implementation",
      {
        proxyResolution: {
          isProxy: true,
          proxyType: "x",
          implementations: [{ address: `0x${"34".repeat(20)}`, name: "X" }],
        },
      },
    ],
  ] as readonly (readonly [ClaimId, Body])[]
).map(([claim, parts]) => ({
  name: `foreign creation code, and a record that is false too: ${claim}`,
  liar: LIAR,
  claim,
  fits: isOf("named"),
  tell: async (stage, subject) => {
    const foreign = await stage.evil.foreign(subject);
    const asking = await askingFor(stage.world, foreign, "verify");
    await stage.world.run(asking);
    return toldProvenIn(stage, claim, {
      ...asking,
      verification: recordOf(foreign, (record) => {
        for (const [key, value] of Object.entries(parts)) if (key in record) record[key] = value;
      }),
    });
  },
}));

export const DEPLOYER_AND_SERVICE_LIES: readonly Lie[] = [
  ...masked,
  ...creations,
  ...children,
  ...libraries,
  ...planted,
  ...same,
];
