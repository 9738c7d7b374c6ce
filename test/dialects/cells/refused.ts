import { COMPILER_VERSION } from "../../helpers/compile.ts";
import type { Program } from "../../helpers/corpus/phenomenon.ts";
import { type Ended, run } from "../run-cell.ts";
import { type JobFailure, serveDialect } from "../services/dialect-service.ts";
import { type DialectName, type DialectsWorld, deployContract, EVIL, type Place, PROGRAM } from "../world.ts";
import { type Cell, type CommonCell, type End, GOOD, honestly, lying, onEach } from "./cell.ts";

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
const redirected = [301, 302, 307, 308].map(
  (status): Cell => ({
    dialect: "sourcify",
    name: `a redirect to another host, ${status}`,
    isHonest: true,
    end: { exitCode: 2, code: "VC415", says: /redirect/ },
    run: async (world, place) => {
      const { address } = await deployContract(place.chain, "Counter");
      const headers = { location: "http://elsewhere.invalid/v2" };
      await using moved = await serveDialect({
        handle: async () => ({ status, body: "", headers }),
        limited: { status: 429, body: "" },
        [Symbol.asyncDispose]: async () => {},
      });
      return await run(world, place, [address], { url: moved.url });
    },
  }),
);

export const refused = [...onEach(REFUSED), ...redirected];

/** Another input helps, or waiting does. */
const INPUT: End["exitCode"] = 1;
const WAIT: End["exitCode"] = 3;

type Code = readonly [customCode: string, message: string, exitCode: End["exitCode"], errorCode: string];

/** Every error code of a job. Tempo's messages are recorded. */
const CODES: Readonly<Record<DialectName, readonly Code[]>> = {
  sourcify: [
    ["no_match", "The onchain and recompiled bytecodes don't match.", INPUT, "VC404"],
    ["bytecode_length_mismatch", "The bytecodes have different lengths.", INPUT, "VC404"],
    ["extra_file_input_bug", "It seems your contract has either extra or missing files.", INPUT, "VC404"],
    ["compiled_bytecode_is_zero", "The compiled bytecode is zero.", INPUT, "VC405"],
    ["contract_not_found_in_compiler_output", "Contract not found in the compiler output.", INPUT, "VC405"],
    ["compiler_error", "Compiler error", INPUT, "VC405"],
    ["invalid_language", "The language is not supported.", INPUT, "VC405"],
    ["unsupported_compiler_version", "The compiler version is not supported.", INPUT, "VC405"],
    ["contract_not_deployed", "There is no code at this address.", WAIT, "VC410"],
    ["cannot_fetch_bytecode", "Cannot fetch bytecode from the RPC.", WAIT, "VC410"],
    ["onchain_runtime_bytecode_not_available", "Onchain runtime bytecode not available.", WAIT, "VC410"],
    ["no_compiler_output", "The compiler gave no output.", WAIT, "VC410"],
    ["internal_error", "Something went wrong.", WAIT, "VC410"],
    ["a_code_of_tomorrow", "Something that nobody knows yet.", INPUT, "VC410"],
  ],
  tempo: [
    ["no_match", "Bytecodes do not match after all transformations", INPUT, "VC404"],
    ["compilation_error", "DeclarationError: Undeclared identifier.", INPUT, "VC405"],
    ["contract_not_found_in_output", "Could not find Missing in contracts/Counter.sol", INPUT, "VC405"],
    ["contract_not_found", "No bytecode found at address 0x00 on chain 42431", WAIT, "VC410"],
    [
      "compilation_failed",
      "Failed to download solc v0.8.99+commit.deadbeef: GitHub 404, binaries.soliditylang.org 404",
      INPUT,
      "VC405",
    ],
    ["container_error", "Network connection lost.", WAIT, "VC410"],
    ["timeout", "Verification job timed out. Please retry.", WAIT, "VC405"],
    ["internal_error", "Something went wrong.", WAIT, "VC410"],
    ["a_code_of_tomorrow", "Something that nobody knows yet.", INPUT, "VC410"],
  ],
  avalanche: [
    ["no_match", "The deployed code does not match this source.", INPUT, "VC404"],
    ["compiler_error", "ParserError: Expected ';'", INPUT, "VC405"],
    ["invalid_compiler_version", 'Unknown compiler version "0.8.99".', INPUT, "VC405"],
    ["invalid_compilation_target", 'The compiler output has no "All.sol:Missing".', INPUT, "VC405"],
    ["missing_or_invalid_source", "No address supplied for library All.sol:Low.", INPUT, "VC405"],
    ["compilation_timeout", "Compilation exceeded the 180s limit.", WAIT, "VC405"],
    ["too_many_requests", "The verification queue is full right now.", WAIT, "VC410"],
    ["contract_not_deployed", "No contract code at 0x00.", WAIT, "VC410"],
    ["internal_error", "Verification failed unexpectedly.", WAIT, "VC410"],
    ["a_code_of_tomorrow", "Something that nobody knows yet.", INPUT, "VC410"],
  ],
  conflux: [
    ["no_match", "The onchain and recompiled bytecodes don't match.", INPUT, "VC404"],
    ["compiler_error", "Compiler error", INPUT, "VC405"],
    ["constructor_args_not_abi_encoded", "The constructor arguments are not encoded.", INPUT, "VC404"],
    ["constructor_args_not_match", "The constructor arguments don't match.", INPUT, "VC404"],
    // From a search for a similar contract, which nobody here requests.
    ["no_similar_match_found", "No similar match was found.", INPUT, "VC410"],
    ["internal_error", "Something went wrong.", WAIT, "VC410"],
    ["a_code_of_tomorrow", "Something that nobody knows yet.", INPUT, "VC410"],
  ],
};

export const failedJobs: readonly Cell[] = Object.entries(CODES).flatMap(([dialect, codes]) =>
  codes.map(([customCode, message, exitCode, code]) => ({
    dialect: dialect as DialectName,
    name: `a job fails: ${customCode}`,
    isHonest: true,
    end: { exitCode, code, says: new RegExp(customCode) },
    run: async (world, place) => {
      const { address } = await deployContract(place.chain, "Counter");
      const failure: JobFailure = { customCode, message };
      place.service.script(address, { failure });
      return run(world, place, [address]);
    },
  })),
);
