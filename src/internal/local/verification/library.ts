/** The package's index (3.4.0) requires `@ethereum-sourcify/compilers-types`, which isn't among its dependencies. */
export async function loadLibrary() {
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

export type Library = Awaited<ReturnType<typeof loadLibrary>>;
