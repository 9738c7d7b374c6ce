import type { ClaimId } from "../../../src/internal/report/claim-ids.ts";
import { contractOf } from "../../helpers/compile.ts";
import type { KnownClass } from "../table/classes.ts";
import type { Stage } from "../world/stage.ts";
import { PATH, type Subject } from "../world/subjects.ts";
import { askingFor, type NodeLie } from "../world/world.ts";
import { DEPLOYED_PROXY_LIES } from "./deployed-proxies.ts";
import { inputWith } from "./input-with.ts";
import { type Lie, toldIn, toldUntouched } from "./lie.ts";
import { withoutTraces } from "./rewrites.ts";

const LIAR = "deployer";

interface DeployerLie {
  readonly name: string;
  readonly claim: ClaimId;
  readonly catches?: readonly KnownClass[];
  readonly fits: (subject: Subject) => boolean;
  readonly node?: NodeLie;
  readonly deploy: (stage: Stage, subject: Subject) => Promise<Subject>;
}

const isOf =
  (...kinds: readonly Subject["kind"][]) =>
  ({ kind }: Subject) =>
    kinds.includes(kind);

const LIES: readonly DeployerLie[] = [
  {
    name: "foreign creation code that writes an owner",
    claim: "creation-code",
    catches: ["foreign-creation"],
    fits: isOf("counter", "named", "uses-low", "proxy", "fixed"),
    deploy: ({ evil }, subject) => evil.foreign(subject),
  },
  {
    name: "foreign creation code that returns other immutables",
    claim: "creation-code",
    catches: ["foreign-creation"],
    fits: isOf("fixed"),
    deploy: ({ evil }, subject) =>
      evil.foreign(subject, (code) =>
        code.replace(/f39fd6e51aad88f6f4ce6ab8827279cfffb92266/g, "ee".repeat(20)),
      ),
  },
  {
    name: "a factory with foreign creation code, which the node traces",
    claim: "creation-code",
    catches: ["foreign-creation", "child-of-factory"],
    fits: isOf("counter", "named"),
    deploy: ({ evil }, subject) => evil.foreignChild(subject),
  },
  {
    name: "a factory with foreign creation code, at a node without traces",
    claim: "creation-code",
    catches: ["child-of-factory"],
    fits: isOf("counter", "named"),
    node: withoutTraces,
    deploy: ({ evil }, subject) => evil.foreignChild(subject),
  },
  {
    name: "code that was set without a creation",
    claim: "creation-code",
    fits: isOf("counter", "named"),
    deploy: ({ evil }, subject) => evil.genesis(subject),
  },
  {
    name: "code that was set without a creation: deployment",
    claim: "deployment",
    fits: isOf("counter", "named"),
    deploy: ({ evil }, subject) => evil.genesis(subject),
  },
  {
    name: "another library of the same name",
    claim: "libraries",
    catches: ["unknown-library"],
    fits: isOf("uses-low"),
    deploy: ({ evil }, { compiler }) => evil.library(compiler, false),
  },
  {
    name: "another library of the same name in a library",
    claim: "libraries",
    catches: ["nested-library"],
    fits: isOf("uses-high"),
    deploy: ({ evil }, { compiler }) => evil.library(compiler, true),
  },
  {
    name: "a library with another's call protection",
    claim: "runtime-code",
    catches: ["call-protection"],
    fits: isOf("low", "high"),
    deploy: ({ evil }, subject) => evil.foreign(subject),
  },
];

const told: readonly Lie[] = LIES.flatMap(({ name, claim, catches, fits, node, deploy }) =>
  (["verify", "check-alone"] as const).map(
    (mode): Lie => ({
      name: `${name} (${mode})`,
      liar: LIAR,
      claim,
      ...(catches === undefined ? {} : { catches }),
      fits,
      tell: async (stage, subject) => {
        const deployed = await deploy(stage, subject);
        const { world } = stage;
        const honest = {
          ...(await askingFor(world, deployed, "verify")),
          ...(node === undefined ? {} : { node }),
        };
        const ended = await toldIn(stage, { liar: LIAR, claim }, honest);
        if (mode === "verify") return ended;
        return toldIn(
          stage,
          { liar: LIAR, claim },
          { ...honest, ...(await askingFor(world, deployed, mode)) },
        );
      },
    }),
  ),
);

const missingLibrary: Lie = {
  name: "another library, which the build lacks",
  liar: LIAR,
  claim: "libraries",
  catches: ["unknown-library"],
  fits: isOf("uses-low"),
  tell: async (stage, { compiler }) => {
    const deployed = await stage.evil.library(compiler, false);
    const { Low: _, ...contracts } = deployed.compiled.output.contracts[PATH] ?? {};
    const compiled = { ...deployed.compiled, output: { contracts: { [PATH]: contracts } } };
    const asking = await askingFor(stage.world, { ...deployed, compiled }, "verify");
    return toldIn(stage, { liar: LIAR, claim: "libraries" }, asking);
  },
};

/** The code is replaced while the run reads the record. */
const changing: readonly Lie[] = (["record", "runtime-code"] as const).map((claim) => ({
  name: `code that is replaced during the run: ${claim}`,
  liar: LIAR,
  claim,
  catches: ["changing-code"],
  fits: isOf("counter"),
  tell: async (stage, subject) => {
    const deployed = await stage.evil.fresh(subject);
    const { world } = stage;
    const asking = await askingFor(world, deployed, "verify");
    await world.run(asking);
    const other = await world.chain.request("eth_getCode", stage.otherThan(subject).address, "latest");
    return toldIn(
      stage,
      { liar: LIAR, claim },
      {
        ...asking,
        action: "check",
        verification: async ({ path }, honest) => {
          if (path.includes("stdJsonInput") || path.includes("sources"))
            await world.chain.request("hardhat_setCode", deployed.address, other);
          return honest;
        },
      },
    );
  },
}));

/** The metadata of harmless sources as a literal at the end of other code: nothing that the service compiles has it. */
const literal: readonly Lie[] = (["runtime-code", "sources", "interface"] as const).map((claim) => ({
  name: `a harmless metadata literal at the end of the code: ${claim}`,
  liar: LIAR,
  claim,
  catches: ["literal-as-metadata"],
  fits: (subject) => subject.kind === "counter" && subject.compiler === "0.8.28",
  tell: async (stage, subject) => {
    const evil = await deployWithLiteral(stage, subject);
    const builds = [await stage.world.artifactsOf(subject.compiled)];
    return toldIn(stage, { liar: LIAR, claim }, { target: evil.address, action: "verify", builds });
  },
}));

/** A literal of more than 128 bytes stands behind the code, and the auxdata is left out. */
function deployWithLiteral(stage: Stage, like: Subject): Promise<Subject> {
  const { object } = contractOf(like.compiled, PATH, like.name).evm.deployedBytecode;
  const auxdata = object.slice(-106);
  const source = `contract Counter {
  uint256 public count;
  function add(uint256 amount) external { count += amount + 1; }
  function tail() external pure returns (bytes memory) { return hex"${"00".repeat(120)}${auxdata}"; }
}`;
  return stage.evil.program(like.compiler, inputWith(source, { metadata: { appendCBOR: false } }), "Counter");
}

/** Who creates a contract does not say whose id its address is. */
const identity: Lie = {
  name: "foreign creation code: identity",
  liar: LIAR,
  claim: "identity",
  fits: isOf("named"),
  tell: async (stage, subject) => {
    const foreign = await stage.evil.foreign(subject);
    const { world } = stage;
    return toldUntouched(
      stage,
      "identity",
      await askingFor(world, subject, "check"),
      await askingFor(world, foreign, "verify"),
    );
  },
};

export const DEPLOYER_LIES: readonly Lie[] = [
  identity,
  ...told,
  missingLibrary,
  ...changing,
  ...DEPLOYED_PROXY_LIES,
  ...literal,
];
