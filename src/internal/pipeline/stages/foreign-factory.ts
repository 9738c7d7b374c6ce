import { getAddress } from "ethers/address";
import { ifAnswered } from "../../chain/chain-port.ts";
import type { CreationFacts, DeploymentFacts } from "../../chain/deployment-facts.ts";
import { Ended, type Run } from "../run.ts";
import { chooseFrom } from "./choose-contract.ts";
import type { Builds, CompiledBuilds } from "./read-builds.ts";
import { FOREIGN_RELATION, readRecordOfOthers } from "./read-record.ts";
import { listDemanded } from "./recognise-proxy.ts";

/**
 * A factory outside the project, such as Safe's or a pool's, may have created the contract in one of the project's
 * transactions.
 */
export async function endIfForeign(
  run: Run,
  facts: DeploymentFacts,
  builds: Builds | undefined,
): Promise<Ended | undefined> {
  const { recorded, contract, buildSource } = run.request;
  const isByContract = recorded.length > 0 && recorded.every(({ byContract }) => byContract === true);
  const isOpen = contract === undefined && buildSource.kind === "build-files" && !buildSource.isNamed;
  if (!isByContract || !isOpen || listDemanded(run.request).length > 0) return undefined;
  // If nothing shows the creator, only a proxy counts as foreign: the project's own factory would have its code, so a
  // build would contain it.
  const isForeign = (await isOfForeignFactory(run, facts, builds)) ?? run.findings.proxy !== null;
  if (!isForeign) return undefined;
  const found = { relation: FOREIGN_RELATION, ...(await readRecordOfOthers(run, facts.address)) };
  return new Ended("of-others", { found });
}

/** Creators are foreign if no build has their code and no deployment record names them. Undefined if unknown. */
async function isOfForeignFactory(
  run: Run,
  { creation, blockNumber }: DeploymentFacts,
  builds: Builds | undefined,
): Promise<boolean | undefined> {
  if (creation === undefined || builds?.kind !== "compiled" || isCodeSupplied(creation)) return undefined;
  const { chain, signal, recordedTransactions } = run.ports;
  const creators = await listCreators(run, creation);
  for (const creator of creators) {
    const code = await ifAnswered(signal, () => chain.code(creator, signal, blockNumber));
    if (code === undefined) return undefined;
    if (isCompiledHere(code, builds)) return false;
  }
  const first = creators.at(-1);
  if (first === undefined || first === creation.deployer) return false;
  const address = getAddress(first);
  if (run.request.lookedAt.has(address)) return false;
  return ((await recordedTransactions?.(address)) ?? []).length === 0;
}

/** Long enough to identify the code, and short enough to precede values that a deployer fills in. */
const CODE_PREFIX_DIGITS = 64;

/** A public deployer such as CreateX creates whatever code its caller passes, which may be the project's own. */
function isCodeSupplied({ initCode, input }: CreationFacts): boolean {
  return initCode === undefined || input.includes(initCode.bytecode.slice(2, 2 + CODE_PREFIX_DIGITS));
}

/**
 * Lists the contract's creator, the creator's creator if the same transaction created it, and so on. The last one
 * existed before the transaction, or is the account that sent it.
 */
async function listCreators(
  { ports: { chain, signal } }: Run,
  { factory, transactionHash }: CreationFacts,
): Promise<readonly string[]> {
  if (factory === null) return [];
  const creations = (await ifAnswered(signal, () => chain.creationsIn(transactionHash, signal))) ?? [];
  const creatorOf = new Map(creations.map(({ address, creator }) => [address, creator]));
  const creators = new Set<string>();
  let creator: string | undefined = factory.toLowerCase();
  while (creator !== undefined && !creators.has(creator)) {
    creators.add(creator);
    creator = creatorOf.get(creator);
  }
  return [...creators];
}

function isCompiledHere(runtimeBytecode: string, builds: CompiledBuilds): boolean {
  return chooseFrom({ runtimeBytecode, creation: undefined }, builds).length > 0;
}
