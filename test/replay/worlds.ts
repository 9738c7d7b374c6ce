import { type Compiled, compile } from "../helpers/compile.ts";
import { COUNTER, FIXED, withComment } from "../helpers/contracts.ts";
import { compilerHere } from "../helpers/cross-check/recompiled.ts";
import { GOOD } from "../helpers/pipeline/outcome-table.ts";
import {
  codeOf,
  deployedChain,
  PATH,
  project,
  queryAnswer,
  record,
  type Setting,
  stored,
} from "../helpers/pipeline/world.ts";
import { json } from "../helpers/services/fault-server.ts";

/** The same names with other code. */
function otherProject(): Compiled {
  return compile({ [PATH]: COUNTER.replace("+=", "-="), "project/contracts/Fixed.sol": FIXED });
}

function codesOf(compiled: Compiled) {
  const { runtime, creation } = codeOf(compiled);
  return { runtime_bytecode: runtime, bytecode: creation };
}

function queryOf(compiled: Compiled) {
  return queryAnswer(codesOf(compiled));
}

/** Equal codes have equal names. */
export interface RecordedWorld {
  readonly setting: Setting;
  readonly isGood: boolean;
  /** Undefined for a record of no code. */
  readonly code: Readonly<Record<"node" | "query service" | "verification service", string | undefined>>;
}

/** All are at one address, so they are asked the same. */
export function recordedWorlds(): Readonly<Record<string, RecordedWorld>> {
  const [counter, other] = [project(), otherProject()];
  const commented = compile({ [PATH]: withComment(COUNTER) });
  const honest = { record: [stored()], query: [queryOf(counter)] };
  const all = (code: string) => ({ node: code, "query service": code, "verification service": code });
  return {
    "an exact match": { setting: { script: honest }, isGood: true, code: all("counter") },
    "a new contract": {
      setting: { script: { ...GOOD, query: [queryOf(counter)] } },
      isGood: true,
      code: all("counter"),
    },
    "another contract": {
      setting: {
        chain: deployedChain(other),
        builds: [other],
        script: { record: [stored("exact_match", "exact_match", other)], query: [queryOf(other)] },
      },
      isGood: true,
      code: all("other"),
    },
    "a match that is not exact": {
      setting: { script: { ...honest, record: [stored("match", "match", commented, counter)] } },
      isGood: true,
      code: all("counter"),
    },
    "a chain with other code": {
      setting: { chain: deployedChain(other), script: honest },
      isGood: false,
      code: { ...all("counter"), node: "other" },
    },
    "a record with other sources": {
      setting: {
        script: {
          ...honest,
          record: [json(200, { ...record(), sources: { [PATH]: { content: "contract Evil {}" } } })],
        },
      },
      isGood: false,
      code: { ...all("counter"), "verification service": undefined },
    },
    "a contract that the query service calls deleted": {
      setting: { script: { ...honest, query: [queryAnswer({ ...codesOf(counter), deleted: true })] } },
      isGood: false,
      code: all("counter"),
    },
    "a record of another address": {
      setting: {
        script: { ...honest, record: [json(200, { ...record(), address: `0x${"ab".repeat(20)}` })] },
      },
      isGood: false,
      code: { ...all("counter"), "verification service": undefined },
    },
    "less than was asked for": {
      setting: {
        script: { ...honest, record: [stored("exact_match", null)] },
        request: { action: "check", requirement: { minMatch: "exact_match", requireCreation: true } },
      },
      isGood: false,
      code: all("counter"),
    },
    "a check that compiles": {
      setting: {
        script: honest,
        request: { action: "check", recompile: true },
        ports: { compile: compilerHere().compile },
      },
      isGood: true,
      code: all("counter"),
    },
  };
}
