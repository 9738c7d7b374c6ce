import { getAddress } from "ethers/address";
import { CODER } from "../bytecode/decoded-value.ts";
import type { DiamondFacet, DiamondFacets } from "../report/model.ts";
import { ifAnswered } from "./chain-port.ts";
import type { ChainState } from "./chain-state.ts";

/** `facets()` and `facetAddresses()` in EIP-2535's loupe. */
const FACETS = "0x7a0ed627";
const FACET_ADDRESSES = "0x52ef6b2c";
/** keccak256("DiamondCut((address,uint8,bytes4[])[],address,bytes)"). */
const DIAMOND_CUT = "0x8faa70878671ccd212d20771b795c50af8fd3ff6cf27f4bde57e5d4de0aeb673";
const REMOVE = 2n;
/** More than any deployed diamond has. */
const MAX_FACETS = 512;
const MAX_SELECTORS = 8192;
const MAX_CUTS = 4096;

/**
 * Reads the loupe or, failing that, the events. Returns both if they differ. Undefined if neither shows a diamond.
 *
 * @param fromBlock The first block with events. With `after-loupe`, events are read only if the loupe lists nothing.
 */
export async function readFacets(
  state: ChainState,
  address: string,
  fromBlock: { readonly block: number; readonly when: "always" | "after-loupe" } | undefined,
): Promise<DiamondFacets | undefined> {
  const listed = await readLoupe(state, address);
  if (fromBlock === undefined || (listed !== undefined && fromBlock.when === "after-loupe")) return listed;
  const cuts =
    (await ifAnswered(state.signal, () => state.logs(address, DIAMOND_CUT, fromBlock.block))) ?? [];
  const cut = cuts.length > MAX_CUTS ? [] : applyCuts(cuts.map(({ data }) => data));
  if (cut.length === 0) return listed;
  if (listed === undefined) return { from: "DiamondCut", list: cut };
  return hasSameFacets(listed.list, cut, address) ? listed : { ...listed, byEvents: cut };
}

async function readLoupe(state: ChainState, address: string): Promise<DiamondFacets | undefined> {
  const ask = (data: string) => ifAnswered(state.signal, () => state.call(address, data, { from: address }));
  const listed = decodeFacets(await ask(FACETS));
  if (listed.length > 0) return { from: "facets()", list: listed };
  const addresses = decodeFacetAddresses(await ask(FACET_ADDRESSES));
  return addresses.length > 0 ? { from: "facetAddresses()", list: addresses } : undefined;
}

/** Ignores the diamond itself, because not all diamonds list their own functions. */
function hasSameFacets(
  one: readonly DiamondFacet[],
  other: readonly DiamondFacet[],
  diamond: string,
): boolean {
  const listFacetAddresses = (facets: readonly DiamondFacet[]): string =>
    [...new Set(facets.map(({ address }) => address).filter((address) => address !== diamond))].sort().join();
  return listFacetAddresses(one) === listFacetAddresses(other);
}

type Group = readonly [address: string, selectors: readonly string[]];
type Cut = readonly [address: string, action: bigint, selectors: readonly string[]];

function decode<T>(types: readonly string[], data: string | undefined): T | undefined {
  if (data === undefined || data === "0x") return undefined;
  try {
    return CODER.decode(types, data).toArray(true) as T;
  } catch {
    return undefined;
  }
}

function decodeFacets(answer: string | undefined): readonly DiamondFacet[] {
  const [groups = []] = decode<[readonly Group[]]>(["tuple(address,bytes4[])[]"], answer) ?? [];
  return validateFacets(groups.map(([address, selectors]) => ({ address, selectors })));
}

function decodeFacetAddresses(answer: string | undefined): readonly DiamondFacet[] {
  const [addresses = []] = decode<[readonly string[]]>(["address[]"], answer) ?? [];
  return validateFacets(addresses.map((address) => ({ address, selectors: [] })));
}

/** @param cuts The events' data, oldest first. */
function applyCuts(cuts: readonly string[]): readonly DiamondFacet[] {
  const facetBySelector = new Map<string, string>();
  for (const data of cuts) {
    const types = ["tuple(address,uint8,bytes4[])[]", "address", "bytes"];
    const [changes = []] = decode<[readonly Cut[], string, string]>(types, data) ?? [];
    for (const [facet, action, selectors] of changes)
      for (const selector of selectors)
        if (action === REMOVE) facetBySelector.delete(selector);
        else facetBySelector.set(selector, facet);
  }
  const groups = Map.groupBy(facetBySelector, ([, facet]) => facet);
  return validateFacets(
    [...groups].map(([address, cuts]) => ({ address, selectors: cuts.map(([selector]) => selector) })),
  );
}

/** Validates facets. Returns an empty list if any address is zero, or if there are too many facets. */
function validateFacets(facets: readonly DiamondFacet[]): readonly DiamondFacet[] {
  const count = facets.reduce((sum, { selectors }) => sum + selectors.length, 0);
  if (facets.length > MAX_FACETS || count > MAX_SELECTORS) return [];
  if (facets.some(({ address }) => /^0x0*$/.test(address))) return [];
  return facets.map(({ address, selectors }) => ({ address: getAddress(address), selectors }));
}
