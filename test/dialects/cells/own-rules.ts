import { COMPILER_VERSION } from "../../helpers/compile.ts";
import { run } from "../run-cell.ts";
import type { Answer } from "../services/dialect-service.ts";
import { type DialectName, deployContract, PROGRAM } from "../world.ts";
import { type Cell, GOOD, SOLJSON } from "./cell.ts";

export const ownRules: readonly Cell[] = [
  {
    dialect: "avalanche",
    name: "a repeated submission gets the old job, which failed for a reason that has passed",
    isHonest: true,
    end: { exitCode: 3, code: "VC410", says: /earlier|old/ },
    run: async (world, place) => {
      const { address } = await deployContract(place.chain, "Counter");
      const failure = { customCode: "internal_error", message: "Verification failed unexpectedly." };
      place.service.script(address, { failure });
      await run(world, place, [address]);
      place.service.script(address, {});
      return run(world, place, [address]);
    },
  },
  {
    dialect: "avalanche",
    name: "a cache still says that the contract is not verified",
    isHonest: true,
    end: GOOD,
    run: async (world, place) => {
      const { address } = await deployContract(place.chain, "Counter");
      let known: Answer | undefined;
      let left = 3;
      place.service.script(address, {
        answer: async (asked, own) => {
          const answer = await own();
          if (asked.method !== "GET") return answer;
          if (answer.status === 404) known = answer;
          return known !== undefined && left-- > 0 ? known : answer;
        },
      });
      return run(world, place, [address]);
    },
  },
  {
    dialect: "tempo",
    name: "a job that was given up is completed later",
    isHonest: true,
    end: { ...GOOD, posts: 0 },
    run: async (world, place) => {
      const { address } = await deployContract(place.chain, "Counter");
      place.service.script(address, {
        answer: async (asked, own) => {
          const answer = await own();
          if (asked.method !== "POST") return answer;
          const { verificationId } = answer.body as { verificationId: string };
          const customCode = "timeout";
          const error = { customCode, message: "Verification job timed out. Please retry." };
          place.service.script(verificationId, {
            answer: () => ({
              status: 200,
              body: { isJobCompleted: true, verificationId, contract: null, error },
            }),
          });
          return answer;
        },
      });
      await run(world, place, [address]);
      return run(world, place, [address]);
    },
  },
  ...(["tempo", "avalanche"] as const).map(
    (dialect): Cell => ({
      dialect,
      name: "a submission that is too large",
      isHonest: true,
      end: { exitCode: 1, code: "VC402", says: /Body limit exceeded|exceeds the 6 MB limit/ },
      run: async (world, place) => {
        const { address } = await deployContract(place.chain, "Counter");
        const comment = `/* ${"a large comment ".repeat(400_000)} */\n`;
        const sources = { "All.sol": `${PROGRAM.sources["All.sol"]}${comment}` };
        const input = ["--std-json-input", await world.inputFile({ ...PROGRAM, sources })];
        const words = [...input, "--compiler-version", COMPILER_VERSION, "--contract", "All.sol:Counter"];
        return run(world, place, [address, ...words], { build: null });
      },
    }),
  ),
  ...(["sourcify", "tempo", "avalanche", "conflux"] as const).map(
    (dialect: DialectName): Cell => ({
      dialect,
      name: "a given input that selects too little",
      isHonest: true,
      end: { ...GOOD, says: /a different output selection/ },
      run: async (world, place) => {
        const { address } = await deployContract(place.chain, "Counter");
        const outputSelection = { "*": { "*": ["evm.deployedBytecode.object"] } };
        const input = ["--std-json-input", await world.inputFile(PROGRAM, { outputSelection })];
        const words = [...input, "--compiler-version", COMPILER_VERSION, "--contract", "All.sol:Counter"];
        return run(world, place, [address, ...words, "--compiler", SOLJSON], { build: null });
      },
    }),
  ),
  {
    dialect: "conflux",
    name: "core space, whose chain ID belongs to another network",
    isHonest: true,
    end: { exitCode: 2, says: /core space/ },
    run: async (world, place) => {
      const { address } = await deployContract(world.coreSpace, "Counter");
      return run(world, place, [address], { rpcUrl: world.coreSpace.rpcUrl });
    },
  },
];
