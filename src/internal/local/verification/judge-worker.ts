import type {
  AbstractCompilation,
  ISolidityCompiler,
  SourcifyLibError,
  Verification,
} from "@ethereum-sourcify/lib-sourcify";
import { splitName } from "../../domain/build.ts";
import { selectOutputs } from "../../domain/output-selection.ts";
import { CompilerCache, NoCompilerError } from "../../solidity/compilers/compiler-cache.ts";
import type { LocalCompiler } from "../../solidity/compilers/find-compilers.ts";
import { ASSEMBLY } from "../../solidity/compilers/recompile.ts";
import { answerRequests } from "../../solidity/compilers/worker-process.ts";
import { messageOf } from "../../text/file-reason.ts";
import type { Judged, JudgeFailure, Judgement, JudgeRequest } from "./judge-pool.ts";
import { toVerified } from "./verified.ts";

/** lib-sourcify forwards these compilation errors to the submitter. */
class CompilerRefusal extends Error {
  override readonly name = "CompilerRefusal";
  readonly errors: readonly unknown[];

  constructor(errors: readonly unknown[]) {
    super("Compiler error");
    this.errors = errors;
  }
}

/** Uses the public service's own library. */
async function judge(library: Library, request: JudgeRequest, shelf: CompilerCache): Promise<Judgement> {
  let verification: Verification | undefined;
  try {
    const { submission, address, chain } = request;
    verification = new library.Verification(
      makeCompilation(library, submission, solidityCompiler(shelf, request.compilers)),
      connect(library, chain),
      address,
      submission.creationTransactionHash,
    );
    await verification.verify();
    return { kind: "verified", verified: toVerified(verification) };
  } catch (error) {
    const failure =
      error instanceof library.SourcifyLibError
        ? describe(error)
        : { customCode: "internal_error", message: messageOf(error) };
    return { kind: "failed", failure: { ...failure, ...known(verification, request) } };
  }
}

function makeCompilation(
  library: Library,
  { stdJsonInput, compilerVersion, contractIdentifier }: JudgeRequest["submission"],
  compiler: ISolidityCompiler,
): AbstractCompilation {
  const target = splitName(contractIdentifier);
  const input = { ...stdJsonInput, settings: { ...stdJsonInput.settings } };
  switch (stdJsonInput.language) {
    case "Solidity": {
      const compilation = new library.SolidityCompilation(compiler, compilerVersion, input, target);
      // lib-sourcify requests outputs for all contracts. This contract's outputs alone yield the same code.
      const more = [ASSEMBLY, "transientStorageLayout"];
      compilation.jsonInput = selectOutputs(input, { compilerVersion, contractIdentifier }, more);
      return compilation;
    }
    case "Yul":
      return new library.YulCompilation(compiler, compilerVersion, input, target);
    default:
      throw new library.CompilationError({ code: "invalid_language" });
  }
}

/** Only the local services need this advice, because the public service has all compilers. */
function withAdvice(error: unknown): never {
  if (!(error instanceof NoCompilerError)) throw error;
  throw new NoCompilerError(
    `${error.message} Add it to the project's compilers, and start the local services again.`,
  );
}

function solidityCompiler(shelf: CompilerCache, compilers: readonly LocalCompiler[]): ISolidityCompiler {
  return {
    compile: async (version, input, forceEmscripten = false) => {
      const compiler = await shelf.find(version, compilers, forceEmscripten).catch(withAdvice);
      const output = JSON.parse(await compiler.compile(JSON.stringify(input)));
      const errors = (output.errors ?? []).filter(
        ({ severity }: { severity?: unknown }) => severity === "error",
      );
      if (errors.length > 0) throw new CompilerRefusal(errors);
      // If the sources lack the target, solc returns no `contracts`, which the library can't handle.
      return { contracts: {}, ...output };
    },
  };
}

const OWN_CONNECTION = [{ headerName: "connection", headerValue: "close" }];

/**
 * Each request has its own connection: the node may close one that is idle during a compilation, and the library would
 * then leave out the creation.
 */
function connect(
  library: Library,
  { rpcUrl, chainId }: JudgeRequest["chain"],
): InstanceType<Library["SourcifyChain"]> {
  return new library.SourcifyChain({
    name: "development chain",
    chainId: Number(chainId),
    rpcs: [{ rpc: { type: "FetchRequest", url: rpcUrl, headers: OWN_CONNECTION }, maskedUrl: "the node" }],
    supported: true,
  });
}

function describe({ code, message, data }: SourcifyLibError): JudgeFailure {
  const { compilerErrors, compilerErrorMessage } = (data ?? {}) as NonNullable<JudgeFailure["errorData"]>;
  const messageOnly = compilerErrorMessage === undefined ? undefined : { compilerErrorMessage };
  return {
    customCode: code,
    // The library has no message for an unsupported language.
    message: code === "invalid_language" ? "The language is not supported." : message,
    errorData: compilerErrors === undefined ? messageOnly : { compilerErrors },
  };
}

/** The code known before the failure. Empty code is treated as missing. */
function known(verification: Verification | undefined, request: JudgeRequest): Partial<JudgeFailure> {
  const result = verification?.export();
  return Object.fromEntries(
    Object.entries({
      recompiledCreationCode: result?.compilation.creationBytecode,
      recompiledRuntimeCode: result?.compilation.runtimeBytecode,
      onchainCreationCode: result?.onchainCreationBytecode,
      onchainRuntimeCode: result?.onchainRuntimeBytecode,
      creationTransactionHash:
        result === undefined ? request.submission.creationTransactionHash : result.deploymentInfo.txHash,
    }).filter(([, value]) => value !== undefined && value !== "0x"),
  );
}

/** The package's index (3.4.0) requires `@ethereum-sourcify/compilers-types`, which isn't among its dependencies. */
async function loadLibrary() {
  const [compilationTypes, solidity, yul, verification, chain, errors, logger] = await Promise.all([
    import("@ethereum-sourcify/lib-sourcify/build/main/Compilation/CompilationTypes.js"),
    import("@ethereum-sourcify/lib-sourcify/build/main/Compilation/SolidityCompilation.js"),
    import("@ethereum-sourcify/lib-sourcify/build/main/Compilation/YulCompilation.js"),
    import("@ethereum-sourcify/lib-sourcify/build/main/Verification/Verification.js"),
    import("@ethereum-sourcify/lib-sourcify/build/main/SourcifyChain/SourcifyChain.js"),
    import("@ethereum-sourcify/lib-sourcify/build/main/SourcifyLibError.js"),
    import("@ethereum-sourcify/lib-sourcify/build/main/logger.js"),
  ]);
  logger.setLogger({ logLevel: -1, setLevel: () => undefined, log: () => undefined });
  return {
    CompilationError: compilationTypes.CompilationError,
    SolidityCompilation: solidity.SolidityCompilation,
    YulCompilation: yul.YulCompilation,
    Verification: verification.Verification,
    SourcifyChain: chain.SourcifyChain,
    SourcifyLibError: errors.SourcifyLibError,
  };
}

type Library = Awaited<ReturnType<typeof loadLibrary>>;

// lib-sourcify may search the internet for missing sources. Calls to the node don't use `fetch`.
globalThis.fetch = async () => {
  throw new Error("The local verification service has no access to the network.");
};

const library = loadLibrary();
const shelf = new CompilerCache();

answerRequests<JudgeRequest, Judged>(async (request) => {
  const judgement = await judge(await library, request, shelf);
  const { heapTotal, external } = process.memoryUsage();
  return { judgement, keptBytes: heapTotal + external };
});
