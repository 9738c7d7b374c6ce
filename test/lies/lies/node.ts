import { contractOf } from "../../helpers/compile.ts";
import type { LiarId } from "../table/liars.ts";
import type { Stage } from "../world/stage.ts";
import { PATH, type Subject } from "../world/subjects.ts";
import { askingFor, type NodeLie } from "../world/world.ts";
import { isOf, type Lie, type LieRow, toldIn } from "./lie.ts";
import { codeAt, queryOf } from "./rewrites.ts";

interface NodeLieOf extends LieRow {
  readonly withoutQuery?: boolean;
  readonly lie: (stage: Stage, subject: Subject) => Promise<NodeLie>;
}

const codeOf = (stage: Stage, subject: Pick<Subject, "address">): Promise<string> =>
  stage.world.chain.request("eth_getCode", subject.address, "latest") as Promise<string>;

async function otherCode(stage: Stage, subject: Subject): Promise<NodeLie> {
  return codeAt(subject.address, await codeOf(stage, stage.otherThan(subject)));
}

/** The creation transaction with another one's input. */
async function otherCreation(stage: Stage, subject: Subject): Promise<NodeLie> {
  const { transactionHash } = stage.otherThan(subject);
  return async (method, params, honest) => {
    const answer = await honest();
    if (method !== "eth_getTransactionByHash" || params[0] !== subject.transactionHash) return answer;
    const { input } = (await stage.world.chain.request(method, transactionHash)) as { input: string };
    return { ...(answer as object), input };
  };
}

/** Changes the code after the first read. */
async function changingCode(stage: Stage, subject: Subject): Promise<NodeLie> {
  const other = await codeOf(stage, stage.otherThan(subject));
  let readings = 0;
  return async (method, params, honest) => {
    const isIt =
      method === "eth_getCode" && String(params[0]).toLowerCase() === subject.address.toLowerCase();
    const code = await honest();
    if (!isIt || code === "0x") return code;
    readings++;
    // The search for the creation reads older blocks; the last reads come before the verdict.
    return params[1] === "latest" || readings > 1 ? other : code;
  };
}

const LIES: readonly NodeLieOf[] = [
  { name: "another contract's code", claim: "runtime-code", lie: otherCode },
  {
    name: "another contract's code, without a query service",
    claim: "runtime-code",
    withoutQuery: true,
    lie: otherCode,
  },
  { name: "another contract's code: identity", claim: "identity", lie: otherCode },
  { name: "another contract's code: sources", claim: "sources", lie: otherCode },
  { name: "another contract's code: interface", claim: "interface", lie: otherCode },
  {
    name: "another contract's creation code",
    claim: "creation-code",
    fits: ({ kind }) => kind !== "child",
    lie: otherCreation,
  },
  {
    name: "another contract's init code in the trace",
    claim: "creation-code",
    catches: ["child-of-factory"],
    fits: isOf("child"),
    lie: async (stage, subject) => {
      const other = contractOf(stage.subject(subject.compiler, "named").compiled, PATH, "Named");
      return async (method, _params, honest) => {
        const answer = await honest();
        if (method !== "debug_traceTransaction") return answer;
        const trace = answer as { calls?: { input: string }[] };
        for (const call of trace.calls ?? []) call.input = `0x${other.evm.bytecode.object}`;
        return trace;
      };
    },
  },
  {
    name: "another deployer and another block",
    claim: "deployment",
    fits: ({ kind }) => kind !== "child",
    lie: async (_stage, subject) => async (_method, params, honest) => {
      const answer = await honest();
      if (params[0] !== subject.transactionHash) return answer;
      return {
        ...(answer as object),
        from: `0x${"44".repeat(20)}`,
        blockNumber: "0x1",
        transactionIndex: "0x0",
      };
    },
  },
  {
    name: "code that changes before the verdict",
    claim: "record",
    catches: ["changing-code"],
    lie: changingCode,
  },
  {
    name: "another implementation in the slot",
    claim: "implementation",
    catches: ["wrong-implementation"],
    fits: isOf("proxy"),
    lie: async (stage, subject) => {
      const other = stage.subject(subject.compiler, "named");
      return async (method, params, honest) => {
        const answer = await honest();
        return method === "eth_getStorageAt" && String(params[1]).startsWith("0x360894")
          ? `0x${other.address.slice(2).toLowerCase().padStart(64, "0")}`
          : answer;
      };
    },
  },
  {
    name: "all of another proxy of the same code",
    claim: "implementation",
    catches: ["wrong-implementation"],
    fits: isOf("proxy"),
    lie: async (stage, subject) => {
      const named = stage.subject(subject.compiler, "named");
      const other = await stage.evil.proxyOf(subject, named);
      // Answers every request about one contract as if it were about the other.
      const swapped = (value: unknown): unknown =>
        JSON.parse(JSON.stringify(value).replaceAll(new RegExp(subject.address, "gi"), other.address));
      return (method, params, honest) =>
        method === "eth_getStorageAt" || method === "eth_call" || method.startsWith("debug_")
          ? stage.world.chain.request(method, ...(swapped(params) as readonly unknown[]))
          : honest();
    },
  },
  {
    name: "another library's code",
    claim: "libraries",
    fits: isOf("uses-low"),
    lie: async (stage, subject) =>
      codeAt(subject.libraries.Low ?? "", await codeOf(stage, stage.subject(subject.compiler, "counter"))),
  },
];

interface CoveredLie extends LieRow {
  readonly kind: Subject["kind"];
  readonly deployed: (stage: Stage, subject: Subject) => Promise<Subject>;
  readonly cover: (stage: Stage, subject: Subject) => Promise<NodeLie>;
}

/** The node shows the build's code in place of the deployed code. */
const COVERED: readonly CoveredLie[] = [
  {
    name: "the build's code for a library that is another one",
    claim: "libraries",
    kind: "uses-low",
    deployed: ({ evil }, { compiler }) => evil.library(compiler, false),
    cover: async (stage, subject) => {
      const low = await codeOf(stage, stage.subject(subject.compiler, "low"));
      const at = subject.libraries.Low ?? "";
      const isProtected = low.startsWith("0x73");
      return codeAt(at, isProtected ? `0x73${at.slice(2).toLowerCase()}${low.slice(44)}` : low);
    },
  },
];

const ofNode = (liar: LiarId): readonly Lie[] => [
  ...LIES.map(({ withoutQuery, lie, ...row }): Lie => {
    return {
      ...row,
      liar,
      tell: async (stage, subject) => {
        const node = await lie(stage, subject);
        const other = await stage.queryOf(stage.otherThan(subject));
        return toldIn(stage, liar, row.claim, {
          ...(await askingFor(stage.world, subject, "check")),
          node,
          withoutQuery,
          // One operator runs both, so they agree.
          ...(liar === "node-and-query"
            ? {
                query: queryOf(subject, (contract) => ({
                  ...contract,
                  runtime_bytecode: other.runtime_bytecode,
                  bytecode: other.bytecode,
                })),
              }
            : {}),
        });
      },
    };
  }),
  ...COVERED.map(
    ({ kind, deployed, cover, ...row }): Lie => ({
      ...row,
      liar,
      limit: "library-of-false-node",
      fits: (subject) => subject.kind === kind,
      tell: async (stage, subject) => {
        const covered = await deployed(stage, subject);
        return toldIn(stage, liar, row.claim, {
          ...(await askingFor(stage.world, covered, "verify")),
          node: await cover(stage, covered),
        });
      },
    }),
  ),
];

export const NODE_LIES: readonly Lie[] = [...ofNode("node"), ...ofNode("node-and-query")];
