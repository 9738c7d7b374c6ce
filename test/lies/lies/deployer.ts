import type { ClaimId } from "../../../src/internal/report/claim-ids.ts";
import { contractOf } from "../../helpers/compile.ts";
import { inputWith } from "../world/programs.ts";
import type { Stage } from "../world/stage.ts";
import { PATH, type Subject } from "../world/subjects.ts";
import { askingFor } from "../world/world.ts";
import { DEPLOYED_PROXY_LIES } from "./deployed-proxies.ts";
import { type Ended, isOf, isOne, type Lie, toldIn, toldUntouched } from "./lie.ts";
import { RECREATED_ADDRESS_LIES } from "./recreated-addresses.ts";
import { type DeployerLie, NODE_KINDS, toldByDeployer } from "./told-by-deployer.ts";

const LIAR = "deployer";

const again: DeployerLie["twin"] = ({ evil }, subject) => evil.fresh(subject);

const LIES: readonly DeployerLie[] = [
  {
    name: "foreign creation code that writes an owner",
    claim: "creation-code",
    catches: ["foreign-creation"],
    fits: isOf("counter", "named", "uses-low", "proxy", "fixed"),
    deploy: ({ evil }, subject) => evil.foreign(subject),
    twin: again,
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
    twin: again,
  },
  {
    name: "a factory with foreign creation code",
    claim: "creation-code",
    catches: ["foreign-creation", "child-of-factory"],
    fits: isOf("counter", "named"),
    nodes: NODE_KINDS,
    deploy: ({ evil }, subject) => evil.foreignChild(subject),
    twin: ({ evil }, subject) => evil.child(subject),
  },
  {
    name: "a constructor that returns code of its creator's choice",
    claim: "runtime-code",
    catches: ["written-code"],
    fits: isOne("counter"),
    deploy: (stage, subject) => deployWriting(stage, subject, "caller()"),
    // The chain has no metadata hash, so a compiler has to show the sources.
    request: () => ({ recompile: true }),
    twin: (stage, subject) => deployWriting(stage, subject, "0x5f5ff3"),
  },
  {
    name: "a constructor that returns code from its arguments",
    claim: "runtime-code",
    catches: ["written-code"],
    fits: isOne("counter"),
    deploy: (stage, subject) => deployWriting(stage, subject, "word", [`0x5f5ff3${"00".repeat(29)}`]),
    request: () => ({ recompile: true }),
    // INVALID: nobody can call it.
    twin: (stage, subject) => deployWriting(stage, subject, "word", [`0xfe5ff3${"00".repeat(29)}`]),
  },
  {
    name: "code that was set without a creation",
    claim: "creation-code",
    fits: isOf("counter", "named"),
    deploy: ({ evil }, subject) => evil.genesis(subject),
    twin: again,
  },
  {
    name: "code that was set without a creation: deployment",
    claim: "deployment",
    fits: isOf("counter", "named"),
    deploy: ({ evil }, subject) => evil.genesis(subject),
    twin: again,
  },
  {
    name: "another library of the same name",
    claim: "libraries",
    catches: ["unknown-library"],
    fits: isOf("uses-low"),
    deploy: ({ evil }, { compiler }) => evil.library(compiler, false),
    twin: again,
  },
  {
    name: "another library of the same name in a library",
    claim: "libraries",
    catches: ["nested-library"],
    fits: isOf("uses-high"),
    deploy: ({ evil }, { compiler }) => evil.library(compiler, true),
    twin: again,
  },
  {
    name: "another library, which the build lacks",
    claim: "libraries",
    catches: ["unknown-library"],
    fits: isOf("uses-low"),
    deploy: async ({ evil }, { compiler }) => withoutLow(await evil.library(compiler, false)),
    twin: async (stage, subject) => withoutLow(await again(stage, subject)),
  },
  {
    name: "a library with another's call protection",
    claim: "runtime-code",
    catches: ["call-protection"],
    fits: isOf("low", "high"),
    deploy: ({ evil }, subject) => evil.foreign(subject),
    twin: again,
  },
  ...(["runtime-code", "sources", "interface"] as const).map(
    (claim): DeployerLie => ({
      name: `a harmless metadata literal at the end of the code: ${claim}`,
      claim,
      catches: ["literal-as-metadata"],
      fits: isOne("counter"),
      deploy: async (stage, subject) => ({
        ...(await deployWithLiteral(stage, subject)),
        compiled: subject.compiled,
      }),
      // The build lacks the storage layout; a compiler provides it.
      request: () => ({ recompile: true }),
      twin: again,
    }),
  ),
];

function withoutLow(user: Subject): Subject {
  const { Low: _, ...contracts } = user.compiled.output.contracts[PATH] ?? {};
  return { ...user, compiled: { ...user.compiled, output: { contracts: { [PATH]: contracts } } } };
}

const changing: readonly Lie[] = (["record", "runtime-code"] as const).map((claim) => ({
  name: `code that is replaced during the run: ${claim}`,
  liar: LIAR,
  claim,
  catches: ["changing-code"],
  fits: isOf("counter"),
  tell: (stage, subject) => changed(stage, claim, subject, stage.otherThan(subject)),
  control: (stage, subject) => changed(stage, claim, subject, subject),
}));

async function changed(stage: Stage, claim: ClaimId, subject: Subject, like: Subject): Promise<Ended> {
  const deployed = await stage.evil.fresh(subject);
  const { world } = stage;
  const asking = await askingFor(world, deployed, "verify");
  await world.run(asking);
  const other = await world.chain.request("eth_getCode", like.address, "latest");
  return toldIn(stage, LIAR, claim, {
    ...asking,
    action: "check",
    verification: async ({ path }, honest) => {
      if (path.includes("stdJsonInput") || path.includes("sources"))
        await world.chain.request("hardhat_setCode", deployed.address, other);
      return honest;
    },
  });
}

/** A literal of more than 128 bytes ends the code, and the auxdata is left out. */
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

/** The constructor returns a word in place of the compiled code. */
function deployWriting(
  stage: Stage,
  like: Subject,
  word: string,
  args: readonly unknown[] = [],
): Promise<Subject> {
  const source = `contract Counter {
  uint256 public count;
  constructor(${args.length > 0 ? "bytes32 word" : ""}) { assembly { mstore(0, ${word}) return(0, 32) } }
  function add(uint256 amount) external { count += amount; }
}`;
  return stage.evil.program(like.compiler, inputWith(source), "Counter", args);
}

/** A deployer doesn't choose the contract's id. */
const identity: Lie = {
  name: "foreign creation code: identity",
  liar: LIAR,
  claim: "identity",
  fits: isOf("named"),
  tell: async (stage, subject) => identified(stage, subject, await stage.evil.foreign(subject)),
  control: async (stage, subject) => {
    const { passed, how } = await identified(stage, subject, await stage.evil.fresh(subject));
    return { passed: !passed, how };
  },
};

async function identified(stage: Stage, subject: Subject, other: Subject): Promise<Ended> {
  const honest = await askingFor(stage.world, subject, "check");
  return toldUntouched(stage, "identity", honest, await askingFor(stage.world, other, "verify"));
}

export const DEPLOYER_LIES: readonly Lie[] = [
  identity,
  ...toldByDeployer(LIES),
  ...RECREATED_ADDRESS_LIES,
  ...changing,
  ...DEPLOYED_PROXY_LIES,
];
