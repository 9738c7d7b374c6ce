import { COMPILER_VERSION } from "../../helpers/compile.ts";
import type { Program } from "../../helpers/corpus/phenomenon.ts";
import { type Ended, run } from "../run-cell.ts";
import { serveDialect } from "../services/dialect-service.ts";
import { type DialectsWorld, deployContract, EVIL, type Place, PROGRAM } from "../world.ts";
import { type Cell, type CommonCell, GOOD, honestly, lying, onEach } from "./cell.ts";

const BROKEN: Program = {
  ...PROGRAM,
  sources: { "All.sol": PROGRAM.sources["All.sol"]?.replace("count += amount", "count += amonut") ?? "" },
};

const REFUSED: readonly CommonCell[] = [
  lying(
    "other sources",
    { exitCode: 1, code: "VC404", says: /no_match|bytecode_length_mismatch|extra_file_input_bug/ },
    (world, place) => runInput(world, place, EVIL),
  ),
  lying(
    "sources that don't compile",
    { exitCode: 1, code: "VC405", says: /Undeclared identifier/ },
    (world, place) => runInput(world, place, BROKEN),
  ),
  honestly("check, not verified", { exitCode: 1, says: /not verified/i, posts: 0 }, async (world, place) => {
    const { address } = await deployContract(place.chain, "Counter");
    return run(world, place, ["check", address]);
  }),
  honestly(
    "a chain that the service does not have",
    { exitCode: 2, says: /424242/ },
    async (world, place) => {
      const { address } = await deployContract(world.unknown, "Counter");
      return run(world, place, [address], { rpcUrl: world.unknown.rpcUrl });
    },
  ),
  {
    name: "check, on a chain that the service does not have",
    isHonest: true,
    end: { exitCode: 2, says: /424242/ },
    // Avalanche says "not verified" for every chain.
    ends: { avalanche: { exitCode: 1, says: /not verified/i } },
    run: async (world, place) => {
      const { address } = await deployContract(world.unknown, "Counter");
      return run(world, place, ["check", address], { rpcUrl: world.unknown.rpcUrl });
    },
  },
  honestly("a limit that passes", GOOD, async (world, place) => {
    const { address } = await deployContract(place.chain, "Counter");
    place.service.script(address, { limited: 2 });
    return run(world, place, [address]);
  }),
  honestly("a limit that stays", { exitCode: 3, code: "VC401", says: /429/ }, async (world, place) => {
    const { address } = await deployContract(place.chain, "Counter");
    place.service.script(address, { limited: 1_000 });
    return run(world, place, [address]);
  }),
  honestly(
    "a path that the service does not have",
    { exitCode: 2, code: "VC415", says: /no Sourcify v2 service/ },
    async (world, place) => {
      const { address } = await deployContract(place.chain, "Counter");
      return run(world, place, [address], { url: `${place.service.url}/elsewhere` });
    },
  ),
];

async function runInput(world: DialectsWorld, place: Place, program: Program): Promise<Ended> {
  const { address } = await deployContract(place.chain, "Counter");
  const input = ["--std-json-input", await world.inputFile(program), "--compiler-version", COMPILER_VERSION];
  return run(world, place, [address, ...input, "--contract", "All.sol:Counter"], { build: null });
}

/** The dialect doesn't matter for a redirect. */
const redirected: Cell = {
  dialect: "sourcify",
  name: "a redirect to another host",
  isHonest: true,
  end: { exitCode: 2, code: "VC415", says: /redirect/ },
  run: async (world, place) => {
    const { address } = await deployContract(place.chain, "Counter");
    const headers = { location: "http://elsewhere.invalid/v2" };
    await using moved = await serveDialect({
      handle: async () => ({ status: 307, body: "", headers }),
      limited: { status: 429, body: "" },
      [Symbol.asyncDispose]: async () => {},
    });
    return await run(world, place, [address], { url: moved.url });
  },
};

export const refused = [...onEach(REFUSED), redirected];

/** The same failure in each dialect's own job. The codes themselves are rows of `submission/job-failures.ts`. */
export const failedJobs = onEach([
  honestly(
    "a job fails inside the service",
    { exitCode: 3, code: "VC410", says: /internal_error/ },
    async (world, place) => {
      const { address } = await deployContract(place.chain, "Counter");
      const failure = { customCode: "internal_error", message: "Something went wrong." };
      place.service.script(address, { failure });
      return run(world, place, [address]);
    },
  ),
]);
