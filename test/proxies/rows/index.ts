import { id } from "ethers/hash";
import type { Deployer } from "../deployer.ts";
import { type Facet, type Row, row, type Target } from "../truth.ts";
import { OLDER } from "./older.ts";
import { OPENZEPPELIN, SOLADY } from "./packages.ts";
import { FORMS, TRICKS } from "./tricks.ts";

const FILE = "contracts/Diamonds.sol";
const LOUPE = [
  "facets()",
  "facetFunctionSelectors(address)",
  "facetAddresses()",
  "facetAddress(bytes4)",
] as const;
const ADD = 0;

const DIAMONDS: readonly Row[] = [
  row("diamond with loupe", async (deployer) => [await diamond(deployer, "Diamond", true)]),
  row("diamond without loupe", async (deployer) => [await diamond(deployer, "Diamond", false)]),
  row("diamond (SolidState)", async (deployer) => [await diamond(deployer, "SelfListingDiamond", false)]),
];

async function diamond(deployer: Deployer, contract: string, hasLoupeFacet: boolean): Promise<Target> {
  const functions = {
    CounterFacet: ["add(uint256)"],
    OwnerFacet: ["owner()"],
    ...(hasLoupeFacet ? { LoupeFacet: LOUPE } : {}),
  };
  const facets: Facet[] = [];
  const cuts: unknown[] = [];
  for (const [facet, signatures] of Object.entries(functions)) {
    const address = await deployer.create(`${FILE}:${facet}`);
    facets.push({ address, contract: facet });
    cuts.push([address, ADD, signatures.map((each) => id(each).slice(0, 10))]);
  }
  const address = await deployer.create(`${FILE}:${contract}`, [cuts]);
  const name = hasLoupeFacet ? `${contract} with a loupe` : contract;
  return { name, address, contract, truth: { is: "diamond", facets } };
}

export const ROWS: readonly Row[] = [...OPENZEPPELIN, ...SOLADY, ...FORMS, ...OLDER, ...DIAMONDS, ...TRICKS];
