import { getExitCode } from "../../../src/internal/report/outcome.ts";
import { getClaimState } from "../../../src/internal/report/verdict.ts";
import { BEACON_SLOT, FOLLOWS_BEACON, FORWARD, IMPLEMENTATION_SLOT, inputWith } from "../world/programs.ts";
import type { Stage } from "../world/stage.ts";
import type { Subject } from "../world/subjects.ts";
import type { NodeLie } from "../world/world.ts";
import { isOne, type Lie, shown } from "./lie.ts";

const LIAR = "deployer";
const SLOT_OLD = "0x7050c9e0f4ca769c69bd3a8ef740bc37934f8e2c036e5a723fd8ee048ed3f8c3";

/** Proxies that show `good` and run `evil`. */
const PROXIES: Readonly<Record<string, string>> = {
  "both slots written, and the older one is used": `contract Proxy {
  constructor(address good, address evil) { assembly { sstore(${IMPLEMENTATION_SLOT}, good) sstore(${SLOT_OLD}, evil) } }
  fallback() external payable { assembly { let to := sload(${SLOT_OLD}) ${FORWARD} } }
}`,
  "a slot that the code does not use": `contract Proxy {
  constructor(address good, address evil) { assembly { sstore(${IMPLEMENTATION_SLOT}, good) sstore(0x4711, evil) } }
  fallback() external payable { assembly { let to := sload(0x4711) ${FORWARD} } }
}`,
  "a slot that the code reads, and an implementation that is written into the code": `contract Proxy {
  address immutable hidden;
  constructor(address good, address evil) { hidden = evil; assembly { sstore(${IMPLEMENTATION_SLOT}, good) } }
  fallback() external payable { address to = hidden; assembly { if iszero(sload(${IMPLEMENTATION_SLOT})) { stop() } ${FORWARD} } }
}`,
  "a beacon that answers by caller": `contract Beacon {
  address public good; address public evil; address public proxy;
  constructor(address g, address e) { good = g; evil = e; proxy = msg.sender; }
  function implementation() external view returns (address) { return msg.sender == proxy ? evil : good; }
}
contract Proxy {
  constructor(address good, address evil) { address b = address(new Beacon(good, evil)); assembly { sstore(${BEACON_SLOT}, b) } }
  ${FOLLOWS_BEACON}
}`,
};

/** A node without state overrides. */
const withoutOverrides: NodeLie = (method, params, honest) =>
  (method === "eth_call" && params.length > 2) || method.startsWith("debug_")
    ? Promise.reject(Object.assign(new Error("state overrides are not supported"), { code: -32602 }))
    : honest();

export const DEPLOYED_PROXY_LIES: readonly Lie[] = Object.entries(PROXIES).flatMap(([name, source]) =>
  (["follow", "check", "weak node"] as const).map(
    (how): Lie => ({
      name: `${name} (${how})`,
      liar: LIAR,
      claim: "implementation",
      catches: ["wrong-implementation"],
      fits: isOne("counter"),
      tell: async (stage, subject) => {
        const other = stage.subject(subject.compiler, "named");
        const {
          isGood,
          isShown,
          isProven,
          hasFollowed,
          how: ended,
        } = await shownBy(stage, subject, other, source, how);
        return { passed: isGood && ((isShown && isProven) || hasFollowed), how: ended };
      },
      // Both addresses are equal, so the proxy shows what it runs.
      control: async (stage, subject) => {
        const { isGood, isShown, isProven, how: ended } = await shownBy(stage, subject, subject, source, how);
        return { passed: isGood && isShown && (isProven || how === "weak node"), how: ended };
      },
    }),
  ),
);

type How = "follow" | "check" | "weak node";

async function shownBy(stage: Stage, subject: Subject, other: Subject, source: string, how: How) {
  const { world, evil } = stage;
  const proxy = await evil.program(subject.compiler, inputWith(source), "Proxy", [
    subject.address,
    other.address,
  ]);
  const builds = [await world.artifactsOf(proxy.compiled), await world.artifactsOf(subject.compiled)];
  const reports = await world.run({
    target: proxy.address,
    action: "verify",
    builds,
    request: { followProxy: how === "follow" },
    ...(how === "weak node" ? { node: withoutOverrides } : {}),
  });
  const [report] = reports;
  const isGood = reports.every(({ outcome }) => getExitCode(outcome) === 0);
  const shownImplementation = report?.proxy?.implementation?.toLowerCase();
  /** True if the proxy is said to run the subject. */
  const isShown = shownImplementation === subject.address.toLowerCase();
  const isProven = getClaimState(report?.claims ?? [], "implementation") === "proven";
  const hasFollowed = reports.slice(1).some(({ target }) => target.address === subject.address);
  return {
    isGood,
    isShown,
    isProven,
    hasFollowed,
    how: `${reports.map(shown).join(" / ")} shows ${isShown ? "the named one" : shownImplementation}`,
  };
}
