import path from "node:path";
import { getAddress } from "ethers/address";
import type { CodeTemplate, Side } from "../../src/internal/domain/code-template.ts";
import type { Match } from "../../src/internal/domain/record.ts";
import { type TemporaryFolder, temporaryFolder, writeHardhat3 } from "../helpers/build-files.ts";
import type { Compiled } from "../helpers/compile.ts";
import {
  type Recording,
  recordedCandidate,
  recordedEvidence,
  recording,
} from "../helpers/cross-check/recorded-evidence.ts";
import { FakeChain } from "../helpers/fake-chain.ts";
import { createdTimestampOf } from "./bases.ts";

export type Body = Readonly<Record<string, unknown>>;

/** A recorded contract with its build files, chain and record. */
export interface World {
  readonly name: string;
  readonly chainId: number;
  /** Checksummed. */
  readonly address: string;
  readonly runtimeBytecode: string;
  /** Undefined if the creation transaction is unknown. */
  readonly creation: Creation | undefined;
  readonly templates: Readonly<Record<Side, CodeTemplate>>;
  readonly buildLocation: string;
  readonly projectRoot: string;
  /** The fields that the checks request. */
  readonly record: Body & Readonly<Record<"creationMatch" | "runtimeMatch", Match | null>>;
  chain(options: { readonly withoutState: boolean }): FakeChain;
}

interface Creation {
  readonly hash: string;
  readonly from: string;
  readonly input: string;
  readonly block: number;
}

/** Requested fields, and those that every answer has. */
const READ: ReadonlySet<string> = new Set([
  ...["match", "creationMatch", "runtimeMatch", "chainId", "address", "verifiedAt", "matchId"],
  ...["creationBytecode", "runtimeBytecode", "deployment", "sources", "compilation", "abi", "metadata"],
  ...["storageLayout", "signatures", "proxyResolution"],
]);

const WORLD_NAMES = [
  ...["plain", "constructor-arguments", "immutables", "linked-library", "library-itself"],
  // Without an exact match.
  ...["comment-changed", "linked-library-settings-added", "metadata-hash-none", "wrong-creation-transaction"],
] as const;

export interface Worlds extends AsyncDisposable {
  readonly all: readonly World[];
  /** Nothing is filled into its code: no library, immutable or argument. */
  readonly plain: World;
}

export async function makeWorlds(): Promise<Worlds> {
  const folder = await temporaryFolder();
  const all = await Promise.all(WORLD_NAMES.map((name) => makeWorld(name, folder)));
  const [plain] = all;
  if (plain === undefined) throw new Error("There are no worlds.");
  return { all, plain, [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose]() };
}

async function makeWorld(name: string, folder: TemporaryFolder): Promise<World> {
  const it = recording(name);
  const { runtime, creation: template, inputSourceName, name: contract } = recordedCandidate(it);
  await writeHardhat3(
    folder,
    "recorded",
    {
      input: it.build.stdJsonInput,
      output: { contracts: { ...compiledLibrary(it), [inputSourceName]: { [contract]: it.build.output } } },
    },
    { root: `${name}/artifacts` },
  );
  const address = getAddress(it.address);
  const creation = creationOf(name);
  return {
    name,
    chainId: Number(it.chainId),
    address,
    runtimeBytecode: it.chain.runtimeBytecode,
    creation,
    templates: { runtime, creation: template },
    buildLocation: path.join(folder.path, name, "artifacts"),
    projectRoot: path.join(folder.path, name),
    record: recordOf(name),
    chain({ withoutState }) {
      const chain = new FakeChain(Number(it.chainId));
      chain.withoutState = withoutState;
      chain.firstBlockS = Math.floor(Number(createdTimestampOf(address))) - 60 * (creation?.block ?? 1);
      for (const { address: library = "", runtimeBytecode = "0x" } of recordedEvidence(it).libraries)
        chain.deploy(library, runtimeBytecode, 0);
      chain.deploy(address, it.chain.runtimeBytecode, creation?.block ?? 1);
      if (creation !== undefined) {
        const { hash, from, input, block } = creation;
        const nonce = Number(it.chain.creationTransaction?.nonce);
        chain.mine(block, { hash, from, to: null, nonce, input }, { contractAddress: address.toLowerCase() });
      }
      return chain.growTo((creation?.block ?? 1) + 4);
    },
  };
}

/** The called library, from its own recording. */
function compiledLibrary({ build: { stdJsonInput } }: Recording): Compiled["output"]["contracts"] {
  const { build } = recording("library-itself");
  const [path = "", name = ""] = build.contractIdentifier.split(":");
  return path in stdJsonInput.sources ? { [path]: { [name]: build.output } } : {};
}

function creationOf(name: string): Creation | undefined {
  const { chain, address } = recording(name);
  const { creationTransaction: it, creationReceipt } = chain;
  if (it === null || creationReceipt?.contractAddress.toLowerCase() !== address.toLowerCase())
    return undefined;
  return { hash: it.hash, from: it.from, input: it.input, block: Number(it.blockNumber) };
}

export function recordOf(name: string): World["record"] {
  const { body } = recording(name).record;
  return Object.fromEntries(Object.entries(body).filter(([key]) => READ.has(key))) as World["record"];
}
