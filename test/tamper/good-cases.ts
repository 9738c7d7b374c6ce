import { assert } from "chai";
import { runChecks } from "../../src/internal/cross-check/run-checks.ts";
import { checksComeTo } from "../helpers/cross-check/checks-come-to.ts";
import { type Answers, type Base, type Body, decoded } from "./bases/base.ts";

type Change = (answers: Answers) => void;

/** Legitimate differences between two answers about one contract. */
const CHANGES: Readonly<Record<string, Change>> = {
  "addresses in lower case": ({ record }) =>
    eachText(record, (text) => (isAddress(text) ? text.toLowerCase() : text)),
  "codes in upper case": ({ record, query }) => {
    for (const side of [record.runtimeBytecode, record.creationBytecode])
      for (const field of ["onchainBytecode", "recompiledBytecode"]) side[field] = upper(side[field]);
    for (const field of ["bytecode", "runtime_bytecode", "evm_address"]) query[field] = upper(query[field]);
  },
  "hexadecimal digits of the query service without 0x": ({ query }) => {
    for (const field of ["bytecode", "runtime_bytecode", "evm_address"])
      query[field] = query[field]?.slice(2) ?? null;
  },
  "settings of the shared compilation with defaults spelled out": ({ record: { compilation } }) => {
    compilation.compilerSettings = {
      viaIR: false,
      remappings: [],
      libraries: {},
      metadata: { appendCBOR: true, useLiteralContent: false },
      ...compilation.compilerSettings,
      outputSelection: { "*": { "*": ["*"] } },
    };
  },
  "sources of other submitters": ({ record }) => {
    record.sources["other/Author.sol"] = { content: "contract Author {}" };
  },
  "ABI and signatures in the order of another submitter": ({ record }) => {
    record.abi.reverse();
    for (const list of Object.values<Body>(record.signatures)) list.reverse();
  },
  "ids of immutables, of the syntax tree, of metadata and of sources of another submitter": ({ record }) => {
    const { runtimeBytecode: it, storageLayout } = record;
    it.immutableReferences = renamed(it.immutableReferences);
    for (const side of [it, record.creationBytecode]) side.cborAuxdata = renamed(side.cborAuxdata);
    for (const variable of storageLayout?.storage ?? []) variable.astId += 1000;
    record.sourceIds = { "contracts/A.sol": { id: 99 } };
  },
  "null where a service need not know": ({ record, query }) => {
    Object.assign(record, {
      proxyResolution: null,
      storageLayout: null,
      userdoc: null,
      devdoc: null,
      matchId: null,
    });
    record.deployment = null;
    for (const side of [record.runtimeBytecode, record.creationBytecode]) side.sourceMap = null;
    Object.assign(query, {
      admin_key: null,
      auto_renew_account: null,
      auto_renew_period: null,
      expiration_timestamp: null,
      nonce: null,
    });
  },
  "compiler version with a v, and fields of tomorrow": ({ record, query }) => {
    record.compilation.compilerVersion = `v${record.compilation.compilerVersion}`;
    record.tomorrow = { any: ["thing"] };
    query.tomorrow = "too";
  },
  "transformations that are null, on a side without a match": ({ record }) => {
    record.creationMatch = null;
    Object.assign(record.creationBytecode, { transformations: null, transformationValues: null });
  },
  "numbers of the deployment as numbers": ({ record: { deployment } }) => {
    for (const field of ["blockNumber", "transactionIndex"])
      if (deployment?.[field] != null) deployment[field] = Number(deployment[field]);
  },
};

function isAddress(text: string): boolean {
  return /^0x[0-9a-fA-F]{40}$/.test(text);
}

/** Changes texts in place, except in the metadata, which is hashed. */
function eachText(value: Body, change: (text: string) => string): void {
  for (const [key, it] of Object.entries<Body>(value)) {
    if (typeof it === "string") value[key] = change(it);
    else if (typeof it === "object" && it !== null && key !== "metadata") eachText(it, change);
  }
}

function upper(text: string | null): string | null {
  return text === null ? null : `0x${text.slice(2).toUpperCase()}`;
}

function renamed(map: Body): Body {
  return map == null ? map : Object.fromEntries(Object.values(map).map((it, index) => [4711 + index, it]));
}

function reordered(value: Body): Body {
  if (Array.isArray(value)) return value.map(reordered);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).reverse();
  return Object.fromEntries(entries.map(([key, inner]) => [key, reordered(inner)]));
}

function changed(base: Base, change: (answers: Answers) => Answers): Base {
  const answers = change(structuredClone(base.answers));
  return { ...base, answers, evidence: { ...base.evidence, ...decoded(answers) } };
}

export const GOOD_CASES: Readonly<Record<string, (base: Base) => Base>> = {
  "keys in another order": (base) => changed(base, reordered),
  ...Object.fromEntries(
    Object.entries(CHANGES).map(([name, change]) => [
      name,
      (base: Base) =>
        changed(base, (answers) => {
          change(answers);
          return answers;
        }),
    ]),
  ),
};

export function assertNoAlarm({ evidence }: Base, about: string): void {
  const checks = runChecks(evidence);
  const alarms = checks.filter(({ status }) => status === "failed" || status === "unknown");
  assert.isEmpty(alarms, `${about}: ${JSON.stringify(alarms)}`);
  assert.equal(checksComeTo(checks), "passed", about);
}
