import { getAddress } from "ethers/address";
import { compareCode } from "../../../src/internal/bytecode/compare.ts";
import { CreationWitness } from "../../../src/internal/chain/creation-witness.ts";
import type { CreationFacts } from "../../../src/internal/chain/deployment-facts.ts";
import { readCreation } from "../../../src/internal/chain/read-creation.ts";
import { IMPLEMENTATION_SLOT } from "../../../src/internal/chain/read-statements.ts";
import { rpcChain } from "../../../src/internal/chain/rpc-chain.ts";
import type { Evidence, LinkedLibrary } from "../../../src/internal/cross-check/evidence.ts";
import type { ProxyFacts } from "../../../src/internal/report/model.ts";
import { QueryService } from "../../../src/internal/services/query/query-service.ts";
import { type LocalServices, startLocalServices } from "../../../src/local.ts";
import { PHENOMENA } from "../../corpus/phenomena/index.ts";
import { candidateOf, contractOf, runtimeOf } from "../../helpers/compile.ts";
import { askService } from "../../helpers/corpus/ask-service.ts";
import { compileProgram, splitContract } from "../../helpers/corpus/compile-program.ts";
import { deployPhenomenon, type OnChain } from "../../helpers/corpus/deploy-phenomenon.ts";
import { EXACT, one, type Phenomenon, type Program } from "../../helpers/corpus/phenomenon.ts";
import { type Predicted, predict } from "../../helpers/corpus/predict-phenomenon.ts";
import { NOTHING_SPECIAL } from "../../helpers/cross-check/recorded-evidence.ts";
import { get } from "../../helpers/local/client.ts";
import { type DevelopmentChain, startDevelopmentChain } from "../../helpers/local/development-chain.ts";
import { requestTo } from "../../helpers/node-request.ts";
import { COMPILERS } from "../../helpers/solc.ts";
import { type Base, type Body, blockAround, makeBase } from "./base.ts";

const NEVER = new AbortController().signal;
const NO_HINTS = { fromOption: undefined, fromDeployments: [], fromRecord: undefined };

export async function madeBases(): Promise<readonly Base[]> {
  await using chain = await startDevelopmentChain();
  await using services = await startLocalServices({ chain, compilers: COMPILERS, workers: 1 });
  const bases: Base[] = [];
  for (const phenomenon of PHENOMENA_TO_MAKE) bases.push(await makeOne(chain, services, phenomenon));
  return bases;
}

async function makeOne(
  chain: DevelopmentChain,
  services: LocalServices,
  phenomenon: Phenomenon,
): Promise<Base> {
  const { name, deployed } = phenomenon;
  const onChain = await deployPhenomenon(chain, phenomenon);
  const predicted = predict(deployed, onChain, true);
  const { error } = await askService(services.verification.url, onChain, predicted);
  if (error !== undefined) throw new Error(`${name}: ${error}`);
  const path = `/v2/contract/31337/${onChain.address}?fields=all`;
  const { body: record } = await get(`${services.verification.url}${path}`);
  const { body: query } = await get(`${services.query.url}/api/v1/contracts/${onChain.address}`);
  const creation = await creationOf(chain, services, onChain);
  const createdS = creation?.timestampS ?? 0;
  return makeBase(
    `made: ${name}`,
    {
      isNamedById: false,
      facts: {
        chainId: 31337,
        address: onChain.address,
        runtimeBytecode: onChain.runtimeBytecode,
        blockNumber: undefined,
        creation,
      },
      ...(await buildOf(chain, deployed, onChain, predicted, record)),
      proxy: await proxyOf(chain, onChain.address),
      ...NOTHING_SPECIAL,
      now: new Date((createdS + 3600) * 1000),
    },
    {
      record,
      query,
      block: creation === undefined ? undefined : blockAround(createdS, creation.blockNumber),
    },
  );
}

async function creationOf(
  chain: DevelopmentChain,
  services: LocalServices,
  { address }: OnChain,
): Promise<CreationFacts | undefined> {
  const query = new QueryService({ url: services.query.url });
  const witness = new CreationWitness(query, address, NEVER);
  const node = rpcChain("made", requestTo(chain.rpcUrl));
  const runtimeBytecode = await node.code(address, NEVER);
  const of = { chain: node, chainId: 31337, address: getAddress(address), runtimeBytecode };
  return readCreation({ ...of, witness, signal: NEVER }, NO_HINTS, undefined);
}

async function buildOf(
  chain: DevelopmentChain,
  program: Program,
  { runtimeBytecode }: OnChain,
  { compilation, expected }: Predicted,
  record: Body,
): Promise<Pick<Evidence, "build" | "libraries">> {
  const compiled = compileProgram(program);
  const candidate = candidateOf(compiled, ...splitContract(program.contract), {
    storageLayout: record.storageLayout,
  });
  const linked = compareCode("runtime", runtimeBytecode, candidate.runtime)?.libraries ?? {};
  const libraries: readonly LinkedLibrary[] = await Promise.all(
    Object.entries(linked).map(async ([name, address]) => {
      const template = runtimeOf(contractOf(compiled, ...splitContract(name)));
      // The corpus links addresses without code.
      const code = `0x73${address.slice(2)}${template.object.slice(42)}`;
      await chain.request("hardhat_setCode", address, code);
      const there = String(await chain.request("eth_getCode", address, "latest"));
      return {
        name,
        address,
        linkedBy: "runtime code",
        compiled: [{ template, by: "build" }],
        runtimeBytecode: there,
      };
    }),
  );
  return { build: { contract: candidate, compiled: candidate, compilation, expected }, libraries };
}

async function proxyOf(chain: DevelopmentChain, address: string): Promise<ProxyFacts | null> {
  const word = String(await chain.request("eth_getStorageAt", address, IMPLEMENTATION_SLOT, "latest"));
  if (/^0x0*$/.test(word)) return null;
  const implementation = getAddress(`0x${word.slice(-40)}`);
  return { kind: "EIP-1967", implementation, beacon: null, proof: "stated", candidates: [] };
}

const CHOSEN = [
  "factory",
  "child by CREATE2",
  "child by CREATE with arguments and an immutable",
  "viaIR with immutables",
  "several libraries, each used at several places",
  "library in the settings when it was compiled",
  "metadata.bytecodeHash bzzr1",
  "metadata.appendCBOR false",
  "constructor arguments: structs, and values below zero",
];

const IMPLEMENTATION = `0x${"0123456789".repeat(4)}`;

const PROXY: Phenomenon = {
  name: "EIP-1967 proxy",
  deployed: one(
    "Pointer",
    `contract Pointer {
  constructor(address to) { assembly { sstore(${IMPLEMENTATION_SLOT}, to) } }
  fallback() external payable { assembly {
    calldatacopy(0, 0, calldatasize())
    let ok := delegatecall(gas(), sload(${IMPLEMENTATION_SLOT}), 0, calldatasize(), 0, 0)
    returndatacopy(0, 0, returndatasize())
    if iszero(ok) { revert(0, returndatasize()) }
    return(0, returndatasize())
  } }
}`,
  ),
  deployment: { kind: "transaction", args: [IMPLEMENTATION] },
  gives: EXACT,
};

const EVENTS: Phenomenon = {
  name: "several variables, events and errors",
  deployed: one(
    "Ledger",
    `contract Ledger {
  struct Entry { uint128 amount; address owner; bool paid; }
  error Refused(uint256 code); event Moved(address indexed to, uint256 at);
  uint256 public total; address public owner; bool public open; mapping(address => Entry) public entries; Entry[] list;
  function pay(address to, uint128 amount) external {
    if (!open) revert Refused(amount);
    entries[to] = Entry(amount, msg.sender, true); list.push(entries[to]); total += amount; emit Moved(to, amount);
  }
  function burn(uint256 amount) external { total -= amount; }
}`,
  ),
  gives: EXACT,
};

/** Phenomena of the corpus that no recording covers, and two more. */
const PHENOMENA_TO_MAKE: readonly Phenomenon[] = [
  ...CHOSEN.map((name) => {
    const found = PHENOMENA.find((phenomenon) => phenomenon.name === name);
    if (found === undefined) throw new Error(`The corpus has no "${name}".`);
    return found;
  }),
  PROXY,
  EVENTS,
];
