import type { LockedContract } from "../../../src/internal/deployments/lock/lock-model.ts";
import { entryOf } from "../../../src/internal/deployments/lock/updated-lock.ts";
import type { ClaimId } from "../../../src/internal/report/claim-ids.ts";
import type { ContractReport } from "../../../src/internal/report/model.ts";
import type { Program } from "../../helpers/corpus/phenomenon.ts";
import { create } from "../../helpers/deploy.ts";
import { BEACON_SLOT, FORWARD } from "../world/programs.ts";
import type { Stage } from "../world/stage.ts";
import { creationOf, type Kind, type Subject } from "../world/subjects.ts";
import { type Asking, askingFor, CHAIN_ID } from "../world/world.ts";
import { type Ended, isOne, type Lie, shown } from "./lie.ts";

const COMPILER = "0.8.28";

/** Contracts that forward calls through another contract. */
const FORWARDERS: Program = {
  compiler: COMPILER,
  contract: "All.sol:Beacon",
  sources: {
    "All.sol": `// SPDX-License-Identifier: MIT
pragma solidity ^0.8.0;
abstract contract Forwarder {
  function forward(address to) internal {
    assembly {
      ${FORWARD}
    }
  }
}
contract Beacon {
  address public implementation;
  constructor(address to) { implementation = to; }
}
contract BeaconProxy is Forwarder {
  constructor(address beacon) {
    assembly { sstore(${BEACON_SLOT}, beacon) }
  }
  fallback() external payable {
    address beacon;
    assembly { beacon := sload(${BEACON_SLOT}) }
    forward(Beacon(beacon).implementation());
  }
}
contract Diamond is Forwarder {
  struct Facet { address facetAddress; bytes4[] functionSelectors; }
  mapping(bytes4 => address) private facetOf;
  address private only;
  constructor(address facet) { only = facet; facetOf[0x06661abd] = facet; facetOf[0x1003e2d2] = facet; }
  function facets() external view returns (Facet[] memory all) {
    all = new Facet[](1);
    bytes4[] memory selectors = new bytes4[](2);
    (selectors[0], selectors[1]) = (bytes4(0x06661abd), bytes4(0x1003e2d2));
    all[0] = Facet(only, selectors);
  }
  fallback() external payable {
    address facet = facetOf[msg.sig];
    require(facet != address(0));
    forward(facet);
  }
}
`,
  },
};

/** A locked contract, and the address of a contract that it runs. */
interface Linked {
  readonly asking: Asking;
  readonly runs: string;
}

async function deployed({ world }: Stage, name: string, to: string): Promise<string> {
  const input = creationOf(FORWARDERS, name, {}, [to]);
  return (await create(world.chain, input)).address;
}

const subjectWith =
  (kind: Kind) =>
  async (stage: Stage, subject: Subject): Promise<Linked> => ({
    asking: await askingFor(stage.world, subject, "check"),
    runs: stage.subject(subject.compiler, kind).address,
  });
const forwarder =
  (name: "BeaconProxy" | "Diamond", runs: "Beacon" | "counter") =>
  async (stage: Stage, subject: Subject): Promise<Linked> => {
    const counter = stage.subject(subject.compiler, "counter").address;
    const to = name === "Diamond" ? counter : await deployed(stage, "Beacon", counter);
    const target = await deployed(stage, name, to);
    return { asking: { target, action: "check", builds: [] }, runs: runs === "Beacon" ? to : counter };
  };

const LINKED: readonly {
  readonly name: string;
  readonly claim: ClaimId;
  readonly kind: Kind;
  readonly linked: (stage: Stage, subject: Subject) => Promise<Linked>;
}[] = [
  { name: "a library", claim: "libraries", kind: "uses-low", linked: subjectWith("low") },
  { name: "a library of a library", claim: "libraries", kind: "uses-high", linked: subjectWith("low") },
  { name: "an implementation", claim: "implementation", kind: "proxy", linked: subjectWith("counter") },
  { name: "a beacon", claim: "implementation", kind: "counter", linked: forwarder("BeaconProxy", "Beacon") },
  {
    name: "what a beacon names",
    claim: "implementation",
    kind: "counter",
    linked: forwarder("BeaconProxy", "counter"),
  },
  { name: "a facet", claim: "implementation", kind: "counter", linked: forwarder("Diamond", "counter") },
];

/** STOP */
const OTHER_CODE = "0x00";

async function lockOf({ world }: Stage, asking: Asking): Promise<LockedContract> {
  const [report] = await world.run({ ...asking, request: { ...asking.request, isLocking: true } });
  const by = { finishedAt: new Date().toISOString() };
  const entry = report && entryOf(report, CHAIN_ID, by, undefined);
  if (entry === undefined) throw new Error(`Nothing to lock: ${shown(report)}`);
  return entry;
}

async function compared({ world }: Stage, entry: LockedContract): Promise<ContractReport | undefined> {
  const request = { locked: { entry, isRecordMissing: false } };
  const [report] = await world.run({ target: entry.address, action: "check", builds: [], request });
  return report;
}

function drifts(report: ContractReport | undefined): string {
  const kinds = report?.lock?.drift.map(({ kind }) => kind).join(", ") ?? "";
  return `${shown(report)}; ${kinds || "no drift"}${report?.lock?.lacksCodes ? "; lacks codes" : ""}`;
}

/** Believed if the comparison finds no drift in the code that the contract runs. */
async function replacedCode(stage: Stage, { asking, runs }: Linked): Promise<Ended> {
  const { chain } = stage.world;
  const entry = await lockOf(stage, asking);
  const code = await chain.request("eth_getCode", runs, "latest");
  await chain.request("hardhat_setCode", runs, OTHER_CODE);
  try {
    const report = await compared(stage, entry);
    const isFound = report?.lock?.drift.some(
      ({ kind }) => kind === "linked-code" || kind === "implementation",
    );
    return { passed: report?.outcome !== "drifted" || isFound !== true, how: drifts(report) };
  } finally {
    await chain.request("hardhat_setCode", runs, code);
  }
}

async function asLocked(stage: Stage, asking: Asking): Promise<Ended> {
  const report = await compared(stage, await lockOf(stage, asking));
  const passed = report?.outcome === "as-locked" && report.lock?.lacksCodes !== true;
  return { passed, how: drifts(report) };
}

const OTHER_HASH = `0x${"5".repeat(64)}`;
const OTHER_ADDRESS = "0x5555555555555555555555555555555555555555";

type Edit = (entry: LockedContract) => Partial<Record<keyof LockedContract, unknown>>;

/** Entries that contradict or omit a proven fact; undefined removes a key. */
const EDITS: readonly (readonly [name: string, claim: ClaimId, kind: Kind, edit: Edit])[] = [
  ["of other code", "runtime-code", "named", () => ({ code: OTHER_HASH })],
  [
    "of other sources",
    "sources",
    "named",
    ({ record }) => ({ record: record && { ...record, sources: OTHER_HASH } }),
  ],
  [
    "of another record",
    "record",
    "counter",
    ({ record }) => ({ record: record && { ...record, sources: OTHER_HASH } }),
  ],
  ["without the record", "record", "counter", () => ({ record: null })],
  ["without the record, but with its claims", "sources", "named", () => ({ record: null })],
  [
    "of other code of a library",
    "libraries",
    "uses-low",
    ({ codes = {} }) => ({ codes: Object.fromEntries(Object.keys(codes).map((at) => [at, OTHER_HASH])) }),
  ],
  ["without the code of a library", "libraries", "uses-low", () => ({ codes: {} })],
  ["without any code but its own", "libraries", "uses-low", () => ({ codes: undefined })],
  [
    "of another implementation",
    "implementation",
    "proxy",
    ({ proxy }) => ({ proxy: proxy && { ...proxy, implementation: OTHER_ADDRESS } }),
  ],
  ["without the proxy", "implementation", "proxy", () => ({ proxy: undefined })],
  [
    "without the proxy and its code",
    "implementation",
    "proxy",
    () => ({ proxy: undefined, codes: undefined }),
  ],
  ["without the code of an implementation", "implementation", "proxy", () => ({ codes: {} })],
];

/** Neither the chain nor the record shows what was proven when the entry was written. */
const UNCOMPARED = ["creation-code", "interface", "identity", "deployment"] as const;

async function editedEntry(stage: Stage, asking: Asking, edit: Edit): Promise<ContractReport | undefined> {
  const entry = await lockOf(stage, asking);
  const edited = Object.entries({ ...entry, ...edit(entry) }).filter(([, value]) => value !== undefined);
  return compared(stage, Object.fromEntries(edited) as unknown as LockedContract);
}

export const LOCKED_LIES: readonly Lie[] = [
  ...LINKED.map(
    ({ name, claim, kind, linked }): Lie => ({
      name: `${name} whose code is replaced after it was locked`,
      liar: "deployer",
      claim,
      catches: ["replaced-code"],
      fits: isOne(kind),
      tell: async (stage, subject) => replacedCode(stage, await linked(stage, subject)),
      control: async (stage, subject) => asLocked(stage, (await linked(stage, subject)).asking),
    }),
  ),
  ...EDITS.map(
    ([name, claim, kind, edit]): Lie => ({
      name: `a locked entry ${name}`,
      liar: "lock-file",
      claim,
      fits: isOne(kind),
      tell: async (stage, subject) => {
        const report = await editedEntry(stage, await askingFor(stage.world, subject, "check"), edit);
        const isSaid = report?.outcome === "drifted" || report?.lock?.lacksCodes === true;
        return { passed: !isSaid, how: drifts(report) };
      },
      control: async (stage, subject) => asLocked(stage, await askingFor(stage.world, subject, "check")),
    }),
  ),
  ...UNCOMPARED.map(
    (claim): Lie => ({
      name: "a locked entry that lists a claim which nobody proved",
      liar: "lock-file",
      claim,
      limit: "forged-lock",
      fits: isOne("named"),
      tell: async (stage, subject) => {
        const asking = await askingFor(stage.world, subject, "check");
        const report = await editedEntry(stage, asking, ({ claims }) => ({
          claims: [...new Set([...claims, claim])],
        }));
        const passed = report?.outcome === "as-locked" && report.lock?.claims.includes(claim) === true;
        return { passed, how: drifts(report) };
      },
    }),
  ),
];
