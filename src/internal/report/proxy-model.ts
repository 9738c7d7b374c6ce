import * as z from "zod";
import { SOURCELESS } from "../domain/proxy.ts";
import { count, flag, list, map, object, oneOf, type Shape, shape, text } from "./fields.ts";

const proxyCandidate = shape("ProxyCandidate", "An address named as a proxy's implementation.", {
  implementation: text("Checksummed."),
  from: oneOf(
    ["code", "slot", "beacon", "getter", "call"],
    "The source of the name: the proxy's code, a storage slot, a beacon, a function of the proxy, or a call that ran its code.",
  ),
  where: text("The source in words: `EIP-1967 slot`."),
  beacon: text("Address of the beacon that named it.").nullable(),
  hasCode: flag("True if there is code at the address; null if the node didn't answer.").nullable(),
  runs: flag(
    "True if its code ran in a call to the proxy from a random sender; null if no call could determine it.",
  ).nullable(),
});

const diamondFacet = shape("DiamondFacet", "A contract that a diamond forwards function calls to.", {
  address: text("Checksummed."),
  selectors: list(text("4 bytes, 0x-prefixed hex."), "The selectors of its functions; empty if unknown."),
});

const diamondFacets = shape("DiamondFacets", "The contracts that a diamond forwards function calls to.", {
  from: oneOf(
    ["facets()", "facetAddresses()", "DiamondCut"],
    "The diamond's function that lists them, or its events.",
  ),
  list: list(diamondFacet, "The facets."),
  byEvents: list(
    diamondFacet,
    "The facets according to its `DiamondCut` events, if they differ from the listed ones.",
  ).exactOptional(),
  verified: count(
    "The number of facets in the report that have a stored match; each address counts once. Omitted if the report includes no facet.",
  ).exactOptional(),
  total: count("The number of facets, counting each address once; only with `verified`.").exactOptional(),
});

export const proxyKind = z
  .enum([
    ...SOURCELESS,
    "EIP-1967",
    "EIP-1967 beacon",
    "EIP-1822",
    "ZeppelinOS",
    "Safe",
    "Unitroller",
    "EIP-897",
    "EIP-2535",
    "other",
  ])
  .meta({
    id: "ProxyKind",
    description:
      "The standard that it follows, according to its code, storage or functions. `EIP-2535`: a diamond. `other`: a call showed that it forwards calls, but no standard names the implementation.",
  });

const proxyAdmin = shape(
  "ProxyAdmin",
  "The address that may upgrade the proxy, from the admin slot of EIP-1967. Omitted if there is none, or if it was not read.",
  { address: text("Checksummed."), hasCode: flag("False for an externally owned account.") },
);

export const contractProxy = shape("ContractProxy", "Describes how the contract forwards its calls.", {
  kind: proxyKind,
  implementation: text(
    "The implementation's address, checksummed; null if candidates conflict or have no code, and for a diamond.",
  ).nullable(),
  beacon: text("Address of the contract that names the implementation.").nullable(),
  admin: proxyAdmin.exactOptional(),
  proof: oneOf(
    ["code", "probe", "trace", "stated", "conflicting", "no-code"],
    "The evidence for the implementation. `code`: the proxy's code alone names it. `probe`: an `eth_call` ran code that was substituted for the implementation's code. `trace`: `debug_traceCall` showed it. `stated`: a slot, a beacon or a function names it, but no call could confirm it. `conflicting`: several different implementations are named or run. `no-code`: there is no code at its address.",
  ).exactOptional(),
  candidates: list(
    proxyCandidate,
    "Every named or executed implementation, starting with the one that runs.",
  ).exactOptional(),
  facets: diamondFacets.exactOptional(),
});

const proxyRole = shape("ProxyRole", "The role that a contract has for a proxy.", {
  role: oneOf(["implementation", "beacon", "admin", "facet"], "The role."),
  proxy: text("The proxy's address, checksummed."),
});

export const relation = shape(
  "Relation",
  "The proxies in the report that point to the contract. Omitted if none does.",
  {
    whose: oneOf(
      ["recorded", "ours", "others"],
      "`recorded`: a deployment record or the user names it. `ours`: a build of this project produces it, but nothing names it. `others`: neither.",
    ),
    because: oneOf(
      ["implementation", "same-transaction", "same-deployer"],
      "The reason why it was submitted although it was not named. `implementation`: a named proxy runs it. `same-transaction`: it was created by a transaction in a deployment record. `same-deployer`: it was deployed with the proxy, from the same account, by a tool that records only the proxy. Its metadata hash on chain belongs to exactly one contract in the builds.",
    ).exactOptional(),
    unsent: oneOf(
      ["only-named", "deployed-elsewhere", "no-metadata-hash", "other-metadata", "ambiguous"],
      "The reason why a contract produced by a build was not submitted. `only-named`: that option was set. `deployed-elsewhere`: there is no evidence that this project deployed it. `no-metadata-hash`: its code has no hash that ties it to its sources. `other-metadata`: the hash belongs to other sources. `ambiguous`: several contracts have this hash.",
    ).exactOptional(),
    storedAs: text(
      "`path:name` in the stored record of a contract deployed by someone else.",
    ).exactOptional(),
    roles: list(proxyRole, "A role for each proxy."),
  },
);

const proxyLinks = shape(
  "ProxyLinks",
  "The addresses that a proxy's slots and functions name; read for a lock file. Addresses are checksummed; null for none.",
  {
    implementation: text("The one implementation.").nullable(),
    beacon: text("The contract that names the implementation.").nullable(),
    admin: text("The admin slot of EIP-1967.").nullable(),
    facets: list(text("An address."), "A diamond's facets, sorted.").exactOptional(),
    inner: list(
      text("An address."),
      "If the implementation or a facet is itself a proxy, the contracts that it runs in this proxy's storage. Otherwise omitted.",
    ).exactOptional(),
    functions: text("keccak256 of a diamond's facets with the selectors of each one.").exactOptional(),
  },
);

export const fingerprint = shape(
  "Fingerprint",
  "The identity of the contract's code, build and record. Hashes are keccak256, 0x-prefixed lowercase hex. Only with `lock`; omitted if the run ended before it was known.",
  {
    code: text("The hash of the runtime code on chain."),
    metadata: text(
      "The metadata hash at the end of the code on chain: `ipfs://` or `bzz-raw://`, and the hash; null if there is none.",
    ).nullable(),
    input: text(
      "The hash of the build's standard JSON input with the contract's imports, as canonical JSON; null if there is no build.",
    ).nullable(),
    record: text(
      "The hash of the compilation described by the stored record: compiler, language, contract, settings and sources; null if they are missing.",
    ).nullable(),
    links: proxyLinks.exactOptional(),
    codes: map(
      text("keccak256, 0x-prefixed hex."),
      "The hash of the runtime code at every other address whose code runs, by checksummed address: libraries, implementation, beacon, facets. Omitted if there is none.",
    ).exactOptional(),
  },
);

const drift = shape("Drift", "A difference between a contract and its entry in the lock file.", {
  kind: oneOf(
    [
      "code",
      "metadata",
      "linked-code",
      "implementation",
      "beacon",
      "admin",
      "facets",
      "functions",
      "record-missing",
      "record-weaker",
      "record-sources",
      "library",
      "not-locked",
      "not-recorded",
    ],
    "The kind of drift.",
  ),
  claim: text(
    "The id of the claim that held when the contract was locked and no longer holds; omitted for other kinds of drift.",
  ).exactOptional(),
  locked: text("The value in the lock file; null if it has none.").nullable(),
  found: text("The value found; null if there is none.").nullable(),
});

export const lockComparison = shape(
  "LockComparison",
  "The contract's entry in the lock file, and how the contract differs from it; only with `check --locked`.",
  {
    lockedAt: text("ISO 8601, UTC; null for an unlocked contract.").nullable(),
    commit: text("The project's git commit when the entry was written; null if unknown.").nullable(),
    name: text(
      "The contract's name in the lock file, if a deployment record or the stored record has it too; otherwise omitted.",
    ).exactOptional(),
    build: object(
      {
        contract: text("`path/to/File.sol:Name`."),
        compiler: text("Long version."),
        input: text("keccak256 of the standard JSON input with the contract's imports."),
      },
      "The build that was proven when the contract was locked; omitted if no build was.",
    ).exactOptional(),
    unverified: text(
      "The reason why it was not verified when it was locked with `--allow-unverified`; omitted if it was.",
    ).exactOptional(),
    claims: list(text("The id of a claim."), "The ids of the claims proven when the contract was locked."),
    lacksCodes: flag(
      "True if the entry lacks the code that the contract runs at other addresses, such as a library's, or the stored record, because an older version of this package wrote it or somebody edited it. Run `lock` again to add what it lacks.",
    ).exactOptional(),
    drift: list(drift, "Empty if the contract is as locked."),
  },
);

export type ProxyCandidate = Shape<typeof proxyCandidate>;
export type DiamondFacet = Shape<typeof diamondFacet>;
export type DiamondFacets = Shape<typeof diamondFacets>;
export type ProxyAdmin = Shape<typeof proxyAdmin>;
export type ProxyKind = Shape<typeof proxyKind>;
export type ContractProxy = Shape<typeof contractProxy>;
/** A proxy as read in a run. Comparisons with the lock file omit `proof` and `candidates`. */
export type ProxyFacts = ContractProxy & Required<Pick<ContractProxy, "proof" | "candidates">>;
export type ProxyRole = Shape<typeof proxyRole>;
export type Relation = Shape<typeof relation>;
export type ProxyLinks = Shape<typeof proxyLinks>;
export type Fingerprint = Shape<typeof fingerprint>;
export type Drift = Shape<typeof drift>;
export type LockComparison = Shape<typeof lockComparison>;
