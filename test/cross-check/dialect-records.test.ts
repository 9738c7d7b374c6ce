import { assert } from "chai";
import { runChecks, runClaims } from "../../src/internal/cross-check/run-checks.ts";
import type { Check } from "../../src/internal/report/model.ts";
import { type Body, set } from "../helpers/cross-check/one-check.ts";
import { type Recording, recordedEvidence } from "../helpers/cross-check/recorded-evidence.ts";
import { RUN, tempoAnswer, tempoRecording } from "../helpers/services/tempo.ts";

/** A contract that Tempo's service verified, with its build. */
function recordedAt(name: string, record: Body): Recording {
  const { chainId, address, chain, submission, answers } = tempoRecording(name);
  const { compilerVersion, contractIdentifier, stdJsonInput } = submission;
  const [path, contract] = contractIdentifier.split(":");
  const all = answers.find(({ about }) => about === "record with fields=all");
  const output = all?.body.stdJsonOutput.contracts[path][contract];
  return {
    about: name,
    chainId,
    address,
    chain,
    submission,
    build: { stdJsonInput, compilerVersion: compilerVersion.slice(1), contractIdentifier, output },
    record: { status: 200, body: record },
    submitResponse: { status: 202, body: {} },
    polls: [],
    lookupBefore: { status: 404, body: {} },
  } as unknown as Recording;
}

const tempo = (name: string): Body => structuredClone(tempoAnswer(name, RUN).body);

/** Avalanche's record of the same contract. */
function avalanche(name: string): Body {
  const { chainId, address, abi, sources, metadata, compilation, runtimeMatch } = tempo(name);
  const { compilerSettings: _, ...named } = compilation;
  return {
    matchId: `${chainId}:${address}`,
    match: runtimeMatch,
    creationMatch: null,
    runtimeMatch,
    chainId,
    address,
    verifiedAt: "2026-11-22T19:14:21.123Z",
    abi,
    sources,
    metadata: JSON.parse(metadata),
    compilation: { ...named, fullyQualifiedName: compilation.name },
  };
}

function judged(name: string, record: Body): { checks: readonly Check[]; states: Body } {
  const evidence = recordedEvidence(recordedAt(name, record));
  const checks = runChecks(evidence);
  const states = Object.fromEntries(runClaims(evidence, checks).map(({ id, state }) => [id, state]));
  return { checks, states };
}

describe("cross-check - records of other services", () => {
  for (const [service, recordOf] of [
    ["Tempo", tempo],
    ["Avalanche", avalanche],
  ] as const)
    for (const name of ["plain", "absolute-path"]) {
      it(`should prove an honest record from ${service}: ${name}`, () => {
        const { checks, states } = judged(name, recordOf(name));
        assert.isEmpty(checks.filter(({ status }) => status === "failed"));
        for (const id of ["runtime-code", "creation-code", "sources", "libraries", "record"])
          assert.equal(states[id], "proven", id);
      });

      it(`should refute a record from ${service} with another source, name, compiler or address: ${name}`, () => {
        for (const change of [
          (body: Body) => {
            const [path = ""] = Object.keys(body.sources);
            body.sources[path].content += " ";
          },
          set("compilation.name", "Other"),
          set("compilation.compilerVersion", "v0.8.27+commit.40a35a09"),
          set("address", `0x${"12".repeat(20)}`),
        ]) {
          const record = recordOf(name);
          change(record);
          const { states } = judged(name, record);
          const isOpen = states.sources === "open" && name === "absolute-path";
          assert.isTrue(isOpen || Object.values(states).includes("refuted"), JSON.stringify(states));
        }
      });
    }

  it("should say what Tempo doesn't return, and refute nothing because of it", () => {
    const { checks } = judged("plain", tempo("plain"));
    const reasonOf = (id: string) => checks.find((check) => check.id === id)?.reason;
    assert.equal(reasonOf("runtime-code-chain"), "the service doesn't return the on-chain runtime code");
    assert.equal(reasonOf("creation-code-chain"), "the service doesn't return the on-chain creation code");
  });
});
