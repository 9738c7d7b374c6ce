import type { ContractReport, OtherChain } from "../../report/model.ts";
import { countWords, listWords } from "../../text/amounts.ts";
import { matchWords } from "./match-words.ts";

/** A screen has room for a line of them. */
const MOST_NAMED = 3;

/** "on record for Base, Ethereum and 4 more chains": the service's word about the address, and nothing of its code. */
export function otherChainsSummary({ otherChains = [] }: ContractReport): readonly string[] {
  if (otherChains.length === 0) return [];
  const isCut = otherChains.length > MOST_NAMED + 1;
  const named = otherChains.slice(0, isCut ? MOST_NAMED : undefined).map(nameOf);
  const rest = otherChains.length - named.length;
  return [`on record for ${listWords([...named, ...(isCut ? [`${countWords(rest, "more chain")}`] : [])])}`];
}

/** A line for each, with its match; one that says so where there is none. */
export function otherChainLines({ otherChains }: ContractReport): readonly string[] {
  if (otherChains === undefined) return [];
  return otherChains.length === 0
    ? ["on record for no other chain"]
    : otherChains.map((chain) => `on record for ${nameOf(chain)}: ${sidesOf(chain)}`);
}

function nameOf({ name, chainId }: OtherChain): string {
  return name === undefined ? `chain ${chainId}` : `${name} (chain ${chainId})`;
}

function sidesOf({ match, creationMatch, runtimeMatch }: OtherChain): string {
  return creationMatch === runtimeMatch
    ? matchWords(match)
    : `creation ${matchWords(creationMatch)}, runtime ${matchWords(runtimeMatch)}`;
}
