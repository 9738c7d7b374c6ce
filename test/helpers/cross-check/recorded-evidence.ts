import { readdirSync, readFileSync } from "node:fs";
import { type Comparison, compareCode } from "../../../src/internal/bytecode/compare.ts";
import { readConstructorArguments } from "../../../src/internal/bytecode/decoded-value.ts";
import { predictMatch } from "../../../src/internal/bytecode/predict/predict-match.ts";
import type { Evidence, LinkedLibrary } from "../../../src/internal/cross-check/evidence.ts";
import type { BuildCandidate } from "../../../src/internal/domain/build.ts";
import type { StandardJsonInput } from "../../../src/internal/domain/compiler-input.ts";
import type { ExpectedMatch } from "../../../src/internal/domain/match.ts";
import type { ContractRecord } from "../../../src/internal/domain/record.ts";
import type { QueryContract } from "../../../src/internal/services/query/model.ts";
import { wireRecord } from "../../../src/internal/services/verification/wire-record.ts";
import { type CompiledContract, creationOf, runtimeOf } from "../compile.ts";
import { QUERY_CONTRACT } from "../services/examples.ts";

const FOLDER = new URL("../../fixtures/recorded/verification-service/", import.meta.url);

export interface Recording {
  readonly about: string;
  readonly chainId: string;
  readonly address: string;
  readonly chain: {
    readonly runtimeBytecode: string;
    readonly creationTransaction: {
      readonly hash: string;
      readonly from: string;
      readonly nonce: string;
      readonly input: string;
      readonly blockNumber: string;
      readonly transactionIndex: string;
    } | null;
    readonly creationReceipt: { readonly contractAddress: string } | null;
  };
  readonly build: {
    readonly stdJsonInput: StandardJsonInput;
    readonly compilerVersion: string;
    readonly contractIdentifier: string;
    readonly output: CompiledContract;
  };
  readonly submission: { readonly stdJsonInput: StandardJsonInput; readonly contractIdentifier: string };
  readonly record: { readonly status: number; readonly body: Readonly<Record<string, unknown>> };
}

export function recording(name: string): Recording {
  return JSON.parse(readFileSync(new URL(`${name}.json`, FOLDER), "utf8")) as Recording;
}

/** Recordings in which the service stored a match for the deployed build. */
export const VERIFIED: readonly string[] = readdirSync(FOLDER)
  .filter((name) => name !== "errors.json")
  .map((name) => name.replace(/\.json$/, ""))
  .filter((name) => recording(name).record.status === 200)
  .sort();

function hasCreation({ chain, address }: Recording): boolean {
  return chain.creationReceipt?.contractAddress === address;
}

export function recordedCandidate({ build, record }: Recording): BuildCandidate {
  const [path = "", name = ""] = build.contractIdentifier.split(":");
  return {
    name,
    sourceName: path,
    fullyQualifiedName: build.contractIdentifier,
    inputSourceName: path,
    abi: build.output.abi,
    runtime: runtimeOf(build.output),
    creation: creationOf(build.output),
    // The recorded output lacks the layout; the service compiled the same input.
    storageLayout: record.body.storageLayout,
    buildId: "recorded",
    buildFile: "/project/artifacts/build-info/recorded.json",
    file: `/project/artifacts/${path}/${name}.json`,
  };
}

export interface Compared {
  readonly runtime: Comparison;
  readonly creation: Comparison | undefined;
  readonly expected: ExpectedMatch;
}

export function compareRecorded(it: Recording): Compared {
  const templates = recordedCandidate(it);
  const runtime = compareCode("runtime", it.chain.runtimeBytecode, templates.runtime);
  if (runtime === undefined) throw new Error(`${it.about}: no code to compare`);
  const input = hasCreation(it) ? it.chain.creationTransaction?.input : undefined;
  const creation = input === undefined ? undefined : compareCode("creation", input, templates.creation);
  const constructorArguments =
    creation?.sameCode === true ? readConstructorArguments(creation.tail, it.build.output.abi) : null;
  const from = { ...it.build.stdJsonInput, metadata: it.build.output.metadata };
  return { runtime, creation, expected: predictMatch(runtime, creation, constructorArguments, from) };
}

/** The recordings lack this time. It equals that of the query service's contract below. */
const CREATED_AT_S = 1_795_253_078;

/** Evidence of a run without recorded deployments, a compiler or a requirement. */
export const NOTHING_SPECIAL = {
  recorded: [],
  isJudged: false,
  codeAgain: { state: "same" },
  recompiled: undefined,
  requirement: { minMatch: "match", requireCreation: false },
} as const;

export function recordedEvidence(it: Recording): Evidence {
  const candidate = recordedCandidate(it);
  const transaction = hasCreation(it) ? it.chain.creationTransaction : null;
  return {
    isNamedById: false,
    facts: {
      chainId: Number(it.chainId),
      address: it.address,
      runtimeBytecode: it.chain.runtimeBytecode,
      blockNumber: undefined,
      creation:
        transaction === null
          ? undefined
          : {
              transactionHash: transaction.hash,
              knownFrom: "chain",
              deployer: transaction.from,
              blockNumber: Number(transaction.blockNumber),
              transactionIndex: Number(transaction.transactionIndex),
              timestampS: CREATED_AT_S,
              initCode: { bytecode: transaction.input, shownBy: "transaction" },
              isSigned: true,
              statedTimestamp: undefined,
              input: transaction.input ?? "",
              factory: null,
            },
    },
    query: {
      state: "known",
      contract: queryContract({
        evm_address: it.address,
        bytecode: transaction?.input ?? null,
        runtime_bytecode: it.chain.runtimeBytecode,
      }),
    },
    record: decodedRecord(it.record.body),
    build: {
      contract: candidate,
      compiled: candidate,
      compilation: {
        id: "recorded",
        file: candidate.buildFile,
        compilerVersion: it.build.compilerVersion,
        input: it.build.stdJsonInput,
      },
      expected: compareRecorded(it).expected,
    },
    creationBlock: undefined,
    proxy: null,
    libraries: recordedLibraries(it),
    now: new Date((CREATED_AT_S + 3600) * 1000),
    ...NOTHING_SPECIAL,
  };
}

/** The libraries linked into the code on chain. One of them has its own recording. */
function recordedLibraries(it: Recording): readonly LinkedLibrary[] {
  const library = recording("library-itself");
  return Object.entries(compareRecorded(it).runtime.libraries).map(([name, address]) => {
    const isRecorded = address === library.address.toLowerCase();
    return {
      name,
      address,
      linkedBy: "runtime code",
      compiled: isRecorded ? [{ template: runtimeOf(library.build.output), by: "build" }] : [],
      runtimeBytecode: isRecorded ? library.chain.runtimeBytecode : undefined,
    };
  });
}

export function decodedRecord(body: unknown): ContractRecord {
  return wireRecord([]).parse(body);
}

export function queryContract(more: Partial<QueryContract>): QueryContract {
  return {
    ...QUERY_CONTRACT,
    admin_key: null,
    auto_renew_account: null,
    evm_address: "0x60768b3b49dc7c031eed1bd4d1601b976c8d550e",
    expiration_timestamp: null,
    bytecode: null,
    runtime_bytecode: null,
    ...more,
  };
}
