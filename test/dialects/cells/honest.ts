import type { Program } from "../../helpers/corpus/phenomenon.ts";
import { createChild } from "../../lies/world/subjects.ts";
import { run } from "../run-cell.ts";
import { type Deployed, deployContract, type Place, PROGRAM, TWIN } from "../world.ts";
import { type CommonCell, GOOD, honestly, NOT_EXACT, onEach, SOLJSON, stored, WITHOUT_CODE } from "./cell.ts";

interface Honest extends Pick<CommonCell, "name" | "ends"> {
  readonly deploy: (place: Place) => Promise<Deployed & { readonly program?: Program }>;
  readonly words?: readonly string[];
}

const VERIFIED: readonly Honest[] = [
  { name: "a plain contract", deploy: ({ chain }) => deployContract(chain, "Counter") },
  { name: "constructor arguments", deploy: ({ chain }) => deployContract(chain, "Named", { args: [9] }) },
  { name: "immutables", deploy: ({ chain }) => deployContract(chain, "Fixed", { args: [9] }) },
  { name: "a factory's child", deploy: ({ chain }) => createChild(chain, PROGRAM) },
  {
    name: "a library in the settings",
    deploy: async ({ chain }) => {
      const { address } = await deployContract(chain, "Low");
      const program = { ...PROGRAM, settings: { libraries: { "All.sol": { Low: address } } } };
      return { ...(await deployContract(chain, "UsesLow", { program })), program };
    },
  },
  {
    name: "a library linked after compiling",
    deploy: deployLinked,
    ends: { tempo: NOT_EXACT, avalanche: { exitCode: 1, says: /--min-match match/ } },
  },
  {
    name: "a library linked after compiling, and a match is enough",
    deploy: deployLinked,
    words: ["--min-match", "match"],
    ends: { tempo: NOT_EXACT, avalanche: NOT_EXACT },
  },
  {
    name: "a library itself",
    deploy: ({ chain }) => deployContract(chain, "Low"),
    // Avalanche doesn't blank the library's own address in the code.
    ends: { avalanche: { exitCode: 1, says: /no_match/ } },
  },
  {
    name: "an absolute path",
    deploy: async ({ chain }) => {
      const program = oneFile("/app/contracts/Counter.sol", COUNTER);
      return { ...(await deployContract(chain, "Counter", { program })), program };
    },
  },
  {
    name: "a submission that is compressed",
    deploy: async ({ chain }) => {
      const comment = `/* ${"a large comment ".repeat(6_000)} */\n`;
      const program = oneFile("contracts/Large.sol", `${COUNTER}${comment}`);
      return { ...(await deployContract(chain, "Counter", { program })), program };
    },
  },
];

async function deployLinked({ chain }: Place): Promise<Deployed> {
  const { address } = await deployContract(chain, "Low");
  return deployContract(chain, "UsesLow", { libraries: { Low: address } });
}

const COUNTER = `// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;
contract Counter { uint256 public count; function add(uint256 by) external { count += by; } }
`;

function oneFile(path: string, content: string): Program {
  return { compiler: "0.8.28", sources: { [path]: content }, contract: `${path}:Counter` };
}

const ON_RECORD_LABEL: readonly CommonCell[] = [
  honestly("check, with the build", { ...GOOD, posts: 0 }, async (world, place) => {
    const { address } = await stored(place, "Named", [9]);
    return run(world, place, ["check", address]);
  }),
  honestly("check, with a compiler alone", { ...GOOD, posts: 0 }, async (world, place) => {
    const { address } = await stored(place, "Fixed", [9]);
    return run(world, place, ["check", address, "--compiler", SOLJSON], { build: null });
  }),
  honestly(
    "check, with neither",
    {
      exitCode: 1,
      code: "VC416",
      says: /not recompiled here[\s\S]*npm install --save-dev solc-0\.8\.28@npm:solc@0\.8\.28/,
      posts: 0,
    },
    async (world, place) => {
      const { address } = await stored(place, "Counter");
      return run(world, place, ["check", address], { build: null });
    },
  ),
  honestly("already verified", { ...GOOD, posts: 0, says: /Already verified/ }, async (world, place) => {
    const { address } = await stored(place, "Counter");
    return run(world, place, [address]);
  }),
  honestly("a comment was changed after deploying", NOT_EXACT, async (world, place) => {
    const { address } = await deployContract(place.chain, "Counter");
    return run(world, place, [address], { build: TWIN });
  }),
  {
    name: "a partial record, and the exact sources",
    isHonest: true,
    end: { ...GOOD, posts: 1 },
    ends: { avalanche: { ...WITHOUT_CODE, posts: 1 } },
    run: async (world, place) => {
      const { address } = await stored(place, "Counter", [], TWIN);
      return run(world, place, [address]);
    },
  },
  {
    name: "a partial record, and an exact match is needed",
    isHonest: true,
    end: { ...GOOD, posts: 1 },
    ends: { avalanche: { exitCode: 1, says: /keeps its stored match/, posts: 1 } },
    run: async (world, place) => {
      const { address } = await stored(place, "Counter", [], TWIN);
      return run(world, place, [address, "--min-match", "exact_match"]);
    },
  },
];

export const honest = [
  ...onEach(
    VERIFIED.map(({ name, ends, deploy, words = [] }) => ({
      name,
      isHonest: true,
      end: GOOD,
      ...(ends === undefined ? {} : { ends }),
      run: async (world, place) => {
        const { address, program = PROGRAM, transactionHash } = await deploy(place);
        const hash = transactionHash === undefined ? [] : ["--creation-tx-hash", transactionHash];
        return run(world, place, [address, ...hash, ...words], { build: program });
      },
    })),
  ),
  ...onEach(ON_RECORD_LABEL),
];
