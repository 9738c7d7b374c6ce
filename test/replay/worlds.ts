import { type Compiled, compile } from "../helpers/compile.ts";
import { COUNTER, FIXED } from "../helpers/contracts.ts";
import { compileHere } from "../helpers/cross-check/recompiled.ts";
import { queryAnswer, record, stored } from "../helpers/pipeline/answers.ts";
import { codeOf, deployedChain, PATH, project } from "../helpers/pipeline/deployed.ts";
import { GOOD } from "../helpers/pipeline/outcome-table.ts";
import type { Setting } from "../helpers/pipeline/world.ts";
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

/** All are at one address, so they are asked the same. */
export function goodWorlds(): Readonly<Record<string, Setting>> {
  return {
    "an exact match": { script: honest() },
    "a new contract": { script: { ...GOOD, query: [queryOf(project())] } },
    "a check that compiles": {
      script: honest(),
      request: { action: "check", recompile: true },
      ports: { compile: compileHere },
    },
  };
}

export function failingWorlds(): Readonly<Record<string, Setting>> {
  const changed = (change: Readonly<Record<string, unknown>>): Setting => ({
    script: { ...honest(), record: [json(200, { ...record(), ...change })] },
  });
  return {
    "a chain with other code": { chain: deployedChain(otherProject()), script: honest() },
    "a record with other sources": changed({ sources: { [PATH]: { content: "contract Evil {}" } } }),
    "a contract that the query service calls deleted": {
      script: { ...honest(), query: [queryAnswer({ ...codesOf(project()), deleted: true })] },
    },
    "a record of another address": changed({ address: `0x${"ab".repeat(20)}` }),
    "less than was asked for": {
      script: { ...honest(), record: [stored("exact_match", null)] },
      request: { action: "check", requirement: { minMatch: "exact_match", requireCreation: true } },
    },
  };
}

function honest() {
  return { record: [stored()], query: [queryOf(project())] };
}
