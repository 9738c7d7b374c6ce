/** By the name of a tampering, the checks of which at least one must notice it. The first match counts. */
const EXPECTED: readonly (readonly [field: RegExp, checks: readonly string[]])[] = [
  [/^record\.creationMatch: null/, ["match-claim", "replay-creation"]],
  [/^record\.(match|creationMatch|runtimeMatch):/, ["match-claim", "match-good-enough"]],
  [/^record\.address:/, ["record-address"]],
  [/^record\.chainId:/, ["record-chain"]],
  [/^record\.verifiedAt:/, ["stale-record"]],
  [/^record\.runtimeBytecode\.onchainBytecode:/, ["runtime-code-chain"]],
  [/^record\.creationBytecode\.onchainBytecode:/, ["creation-code-chain"]],
  [
    /^record\.(runtime|creation)Bytecode\.recompiledBytecode:/,
    ["recompiled-code", "match-claim", "record-references"],
  ],
  [/^record\.runtimeBytecode\.transformation/, ["replay-runtime"]],
  [/^record\.creationBytecode\.transformation/, ["replay-creation"]],
  [/^record\.\w+Bytecode\.(linkReferences|immutableReferences|cborAuxdata)/, ["record-references"]],
  [/^record\.runtimeBytecode:/, ["runtime-code-chain"]],
  [/^record\.creationBytecode:/, ["creation-code-chain"]],
  [/^record\.deployment/, ["deployment-transaction"]],
  [/^record\.sources/, ["record-sources"]],
  [/^record\.compilation\.compilerVersion:/, ["compiler-version"]],
  [/^record\.compilation/, ["compilation", "contract-name"]],
  [/^record\.abi/, ["abi"]],
  [/^record\.metadata\.compiler/, ["metadata-hash", "compiler-version"]],
  [/^record\.metadata\.language/, ["metadata-hash", "compilation"]],
  [/^record\.metadata\.settings\.compilationTarget/, ["metadata-hash", "contract-name"]],
  [/^record\.metadata\.settings/, ["metadata-hash", "settings", "contract-name"]],
  [/^record\.metadata\.sources/, ["metadata-hash", "build-sources", "record-sources"]],
  [/^record\.metadata/, ["metadata-hash", "record-sources"]],
  [/^record\.signatures/, ["signatures"]],
  [/^record\.storageLayout/, ["storage-layout"]],
  [/^record\.proxyResolution/, ["proxy"]],
  [/^query\.evm_address:/, ["query-address"]],
  [/^query\.runtime_bytecode:/, ["runtime-code-query"]],
  [/^query\.bytecode:/, ["creation-code-query"]],
  [/^query\.deleted:/, ["not-deleted"]],
  [/^query\.expiration_timestamp:/, ["not-expired"]],
  [/^query\.created_timestamp:/, ["created-in-block"]],
  [/^block\.timestamp/, ["created-in-block"]],
];

/** Empty for a field that nothing reads. */
export function expectedChecks(name: string): readonly string[] {
  return EXPECTED.find(([field]) => field.test(name))?.[1] ?? [];
}
