import { assert } from "chai";
import { AbiCoder } from "ethers/abi";
import { getAddress } from "ethers/address";
import type { NodeRequest } from "../../src/internal/chain/chain-port.ts";
import { stateAt } from "../../src/internal/chain/chain-state.ts";
import { createRandomCalls } from "../../src/internal/chain/observe-delegation.ts";
import { readProxyLinks } from "../../src/internal/chain/proxy-links.ts";
import { readProxy } from "../../src/internal/chain/read-proxy.ts";
import { rpcChain } from "../../src/internal/chain/rpc-chain.ts";
import type { ProxyKind } from "../../src/internal/report/model.ts";
import { FakeChain } from "../helpers/fake-chain.ts";
import { heldFor } from "../helpers/held-for.ts";
import { startDevelopmentChain } from "../helpers/local/development-chain.ts";
import { requestTo } from "../helpers/node-request.ts";

const NEVER = new AbortController().signal;
const SLOT = "360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc";
const BEACON_SLOT = "a3f0ad74e5423aebfd80d3ef4346578335a9a72aeaee59ff6cb3582b35133d50";
const HIDDEN_SLOT = "11".repeat(32);

const at = (digit: string): string => getAddress(`0x${digit.repeat(40)}`);
const [A, B, BEACON, PROXY, LIBRARY] = [at("a"), at("b"), at("c"), at("1"), at("d")];
const PROXY_TOO = at("7");
const bytes = (address: string): string => address.slice(2).toLowerCase();
const word = (address: string): string => bytes(address).padStart(64, "0");

/** Returns 1. */
const ANSWERS = "600160005260206000f3";
/** CALLDATACOPY of all calldata. */
const COPY = "366000600037";
/** DELEGATECALL with all calldata to the address on the stack, and RETURN of what it returns. */
const DELEGATE = "60006000366000845af43d600060003e3d6000f3";
const forwarding = (load: string): string => `${load}${COPY}${DELEGATE}`;
const fromSlot = (slot: string): string => `7f${slot}54`;
/** implementation() of the beacon in the slot, by STATICCALL. */
const fromBeacon = `635c60da1b60e01b600052602060006004600073${bytes(BEACON)}5afa50600051`;
/** PUSH32, as solc has an immutable. */
const fromCode = (address: string): string => `7f${word(address)}`;
/** DELEGATECALL with 4 bytes of memory; its result is dropped. */
const callLibrary = `63cafebabe60e01b600052600060006004600073${bytes(LIBRARY)}5af450`;
/** Slot 0 or 1, by the sender. */
const bySender = "3360011654";
/** A beacon that names A to accounts, and B to contracts. */
const LYING_BEACON = `333b60225773${bytes(A)}60005260206000f35b73${bytes(B)}60005260206000f3`;

type Found = readonly [kind: string, implementation: string | null, proof: string];
/** The code, its storage by slot, the result, and the result from a node that can't prove anything; undefined means unknown. */
type Case = readonly [
  code: string,
  storage: Readonly<Record<string, string>>,
  expected: Found | null,
  stated: Found | null | undefined,
];
const ZERO = "00".repeat(32);
const ONE = `${"00".repeat(31)}01`;
const provenAndStated = (kind: string, implementation: string): [Found, Found] => [
  [kind, implementation, "proven"],
  [kind, implementation, "stated"],
];
/** The implementation is in the slot whose number is the wallet's own address. */
const SEQUENCE = "363d3d373d3d3d363d30545af43d82803e903d91601857fd5bf3";
const inSlot = (address: string, before = ""): [string, Readonly<Record<string, string>>] => [
  forwarding(`${before}${fromSlot(SLOT)}`),
  { [SLOT]: address },
];

const CASES: Readonly<Record<string, Case>> = {
  "a slot of EIP-1967": [...inSlot(A), ...provenAndStated("EIP-1967", A)],
  "both slots set, and code that follows the beacon": [
    forwarding(fromBeacon),
    { [SLOT]: A, [BEACON_SLOT]: BEACON },
    ["EIP-1967 beacon", null, "conflicting"],
    ["EIP-1967", null, "conflicting"],
  ],
  "a beacon that answers callers differently": [
    forwarding(fromBeacon),
    { [BEACON_SLOT]: BEACON },
    ...provenAndStated("EIP-1967 beacon", B),
  ],
  "a slot that names A, and code that runs B": [
    forwarding(fromCode(B)),
    { [SLOT]: A },
    ["other", null, "conflicting"],
    ["EIP-1967", A, "stated"],
  ],
  "an address in the code": [forwarding(fromCode(B)), {}, ["other", B, "proven"], undefined],
  "code that chooses by sender": [
    forwarding(bySender),
    { [ZERO]: A, [ONE]: B },
    ["other", null, "conflicting"],
    undefined,
  ],
  "code that calls a library before it forwards": [
    ...inSlot(A, callLibrary),
    ...provenAndStated("EIP-1967", A),
  ],
  "a slot that the code doesn't use": [
    `${callLibrary}00`,
    { [SLOT]: A },
    ["EIP-1967", null, "conflicting"],
    ["EIP-1967", A, "stated"],
  ],
  "implementation() that is the implementation's own": [
    ...inSlot(BEACON, "635c60da1b50"),
    ["EIP-1967", BEACON, "proven"],
    ["EIP-1967", null, "conflicting"],
  ],
};

/** The kind in the lock file, the code, its storage, the implementation, and the one from a node that can't replace code. */
const LINKS: Readonly<
  Record<
    string,
    readonly [ProxyKind, string, Readonly<Record<string, string>>, locked: string, stated: string | null]
  >
> = {
  "a slot whose kind was edited to a clone's": ["EIP-1167", ...inSlot(A), A, A],
  "code that follows the beacon, and another address in the slot": [
    "EIP-1967 beacon",
    forwarding(fromBeacon),
    { [SLOT]: A, [BEACON_SLOT]: BEACON },
    B,
    null,
  ],
  "a beacon that answers callers differently": [
    "EIP-1967 beacon",
    forwarding(fromBeacon),
    { [BEACON_SLOT]: BEACON },
    B,
    B,
  ],
  "a slot that names A, and code that runs B": ["EIP-1967", forwarding(fromCode(B)), { [SLOT]: A }, B, A],
  "a Sequence wallet": ["Sequence", SEQUENCE, { [word(PROXY)]: B }, B, B],
  "an ERC-7760 proxy": [
    "ERC-7760",
    `363d3d373d3d363d7f${SLOT}545af43d6000803e6038573d6000fd5b3d6000f3`,
    { [SLOT]: B },
    B,
    B,
  ],
};

/** A node that does less than the one behind it. */
type Weakness = (request: NodeRequest) => NodeRequest;
const refuse = (method: string): never => {
  throw Object.assign(new Error(`the method ${method} does not exist`), { code: -32601 });
};
const without =
  (refused: string): Weakness =>
  (request) =>
  (method, params, signal) =>
    method.startsWith(refused) ? refuse(method) : request(method, params, signal);
const withoutTraces = without("debug_");
/** Like Hedera's relay, which accepts overrides and ignores them. */
const withoutOverrides: Weakness = (request) => (method, params, signal) =>
  request(method, method === "eth_call" ? params.slice(0, 2) : params, signal);
const likeRelay: Weakness = (request) => withoutTraces(withoutOverrides(request));

const NODES: Readonly<Record<string, { readonly weaken: Weakness; readonly proof: string | undefined }>> = {
  "that supports code overrides and traces": { weaken: (request) => request, proof: "probe" },
  "that supports traces but no code overrides": { weaken: withoutOverrides, proof: "trace" },
  "that supports neither": { weaken: likeRelay, proof: undefined },
};

describe("chain - a contract's delegation, on a real node", () => {
  const chain = heldFor(() => startDevelopmentChain());
  const readVia = (weaken: Weakness, code: string) =>
    readProxy(stateAt(rpcChain("real", weaken(requestTo(chain.rpcUrl))), undefined, NEVER), {
      address: PROXY,
      runtimeBytecode: `0x${code}`,
    });
  const readLinks = (weaken: Weakness, code: string, kind: ProxyKind) =>
    readProxyLinks(stateAt(rpcChain("real", weaken(requestTo(chain.rpcUrl))), undefined, NEVER), {
      address: PROXY,
      runtimeBytecode: `0x${code}`,
      kind,
    });
  const setCode = (address: string, code: string) => chain.request("hardhat_setCode", address, `0x${code}`);
  /** Sets a slot of the proxy; undefined clears it. Hardhat rejects slots with leading zeros. */
  const setSlot = (slot: string, value: string | undefined) => {
    const number = `0x${BigInt(`0x${slot}`).toString(16)}`;
    return chain.request(
      "hardhat_setStorageAt",
      PROXY,
      number,
      `0x${value === undefined ? ZERO : word(value)}`,
    );
  };
  before(async () => {
    for (const address of [A, B, LIBRARY]) await setCode(address, ANSWERS);
    await setCode(PROXY_TOO, forwarding(fromSlot(SLOT)));
    await setCode(BEACON, LYING_BEACON);
  });

  /** The slots that the last contract had. */
  let written: readonly string[] = [];
  const place = async (code: string, storage: Readonly<Record<string, string>> = {}): Promise<void> => {
    await setCode(PROXY, code);
    for (const slot of new Set([...written, ...Object.keys(storage)])) await setSlot(slot, storage[slot]);
    written = Object.keys(storage);
  };

  for (const [node, { weaken, proof }] of Object.entries(NODES))
    for (const [what, [code, storage, expected, stated]] of Object.entries(CASES))
      it(`should correctly report ${what}, on a node ${node}`, async () => {
        await place(code, storage);
        const { proxy } = await readVia(weaken, code);
        const found = proxy && [proxy.kind, proxy.implementation, proxy.proof];
        const proven = expected?.map((text) => (text === "proven" ? (proof ?? "") : text)) ?? null;
        assert.deepEqual(found, proof === undefined ? stated : proven);
      });

  for (const [what, [kind, code, storage, locked, stated]] of Object.entries(LINKS))
    it(`should lock the code that runs: ${what}`, async () => {
      await place(code, storage);
      const read = async (weaken: Weakness) => (await readLinks(weaken, code, kind))?.implementation;
      assert.equal(await read(withoutTraces), locked);
      assert.equal(await read(likeRelay), stated);
    });

  describe("if the implementation delegates too, in the proxy's storage", () => {
    after(() => setCode(PROXY_TOO, forwarding(fromSlot(SLOT))));

    /** Like `target.delegatecall(msg.data)`, which solc compiles to several blocks. */
    const inBlocks = `${fromSlot(HIDDEN_SLOT)}${COPY}5b${DELEGATE}`;
    const cases: Readonly<Record<string, readonly [code: string, found: string | null, inner?: string[]]>> = {
      "to another contract than in its own storage": [forwarding(fromSlot(HIDDEN_SLOT)), null, [B]],
      "to another contract, in several blocks": [inBlocks, null, [B]],
      "to a contract in its code": [forwarding(fromCode(B)), PROXY_TOO, [B]],
      "to its proxy's own implementation": [forwarding(fromSlot(SLOT)), PROXY_TOO],
      "to a library": [`${callLibrary}${ANSWERS}`, PROXY_TOO],
      "if a function is called": [
        `60003560e01c633659cfe614601957${ANSWERS}5b${forwarding(fromSlot(HIDDEN_SLOT))}`,
        PROXY_TOO,
      ],
    };
    for (const [what, [odd, found, inner]] of Object.entries(cases))
      it(`should name and lock what runs: ${what}`, async () => {
        await setCode(PROXY_TOO, odd);
        const [code] = inSlot(PROXY_TOO);
        await place(code, { [SLOT]: PROXY_TOO, [HIDDEN_SLOT]: B });
        const { proxy } = await readVia(withoutTraces, code);
        assert.deepEqual([proxy?.kind, proxy?.implementation], ["EIP-1967", found]);
        const running = proxy?.candidates.flatMap(({ implementation, runs }) => (runs ? implementation : []));
        assert.deepEqual(running, found === null ? [PROXY_TOO, B] : [PROXY_TOO]);
        const { implementation, inner: locked } = (await readLinks(withoutTraces, code, "EIP-1967")) ?? {};
        assert.deepEqual([implementation, locked], [PROXY_TOO, inner]);
        const clone = `363d3d373d3d3d363d73${bytes(PROXY_TOO)}5af43d82803e903d91602b57fd5bf3`;
        await place(clone, { [SLOT]: PROXY_TOO, [HIDDEN_SLOT]: B });
        assert.deepEqual((await readLinks(withoutTraces, clone, "EIP-1167"))?.inner, inner);
      });
  });

  it("should lock an EIP-1967 proxy with one call, if the call shows the implementation", async () => {
    const [code, storage] = inSlot(A);
    await place(code, storage);
    let calls = 0;
    const counting: Weakness = (request) => (method, params, signal) => {
      if (method === "eth_call") calls += 1;
      return request(method, params, signal);
    };
    await readLinks(counting, code, "EIP-1967");
    assert.equal(calls, 1);
  });

  it("should not trust missing results if only some nodes replace code", async () => {
    await place(...inSlot(A));
    let replaced = 0;
    const once: Weakness = (request) => (method, params, signal) =>
      (params.length > 2 && replaced++ === 0 ? request : withoutOverrides(request))(method, params, signal);
    const { proxy } = await readVia((request) => once(withoutTraces(request)), forwarding(fromSlot(SLOT)));
    assert.deepEqual([proxy?.implementation, proxy?.proof], [A, "stated"]);
  });

  it("should limit the gas of every call, and drop the limit if the node rejects it", async () => {
    const [code, storage] = inSlot(PROXY_TOO);
    await place(code, storage);
    const limits: unknown[] = [];
    const read = async (isRefused: boolean) => {
      const limiting: Weakness = (request) => (method, params, signal) => {
        const { gas } = (method === "eth_getStorageAt" ? {} : Object(params[0])) as { gas?: string };
        if (isRefused && gas !== undefined)
          throw Object.assign(new Error("gas is not for you"), { code: -32602 });
        if (method === "eth_call" || method === "debug_traceCall") limits.push(gas);
        return request(method, params, signal);
      };
      const { proxy } = await readVia(limiting, code);
      return [proxy?.kind, proxy?.implementation, proxy?.proof];
    };
    const limited = await read(false);
    assert.isNotEmpty(limits);
    assert.isTrue(limits.every((gas) => Number(gas) > 0 && Number(gas) <= 10_000_000));
    assert.deepEqual(await read(true), limited);
    assert.include(limits, undefined);
  });

  it("should call from senders with even and odd addresses", () => {
    const isOdd = ({ from }: { readonly from: string }): boolean =>
      Number.parseInt(from.slice(-1), 16) % 2 === 1;
    for (const seed of ["a", "b", "c", "d", "e", "f"])
      assert.deepEqual(createRandomCalls(seed, PROXY).map(isOdd), [false, false, true, false]);
  });

  it("should keep the limit if the error isn't a response from the node", async () => {
    let asked = 0;
    const call = () => {
      asked += 1;
      return Promise.reject(new TypeError("gas is undefined"));
    };
    const state = stateAt(Object.assign(new FakeChain(), { call }), undefined, NEVER);
    await state.call(PROXY, "0x").catch((thrown) => assert.instanceOf(thrown, TypeError));
    assert.equal(asked, 1);
  });

  it("should read no storage if the code forwards nothing", async () => {
    const code = `${callLibrary}00`;
    await place(code);
    assert.isNull((await readVia(without("eth_getStorageAt"), code)).proxy);
  });

  it("should be unknown, with the reason, if neither calls nor storage show anything", async () => {
    const chain = new FakeChain();
    chain.failing.add("eth_getStorageAt");
    const contract = { address: PROXY, runtimeBytecode: "0x5bf4" };
    const reading = await readProxy(stateAt(chain, undefined, NEVER), contract);
    assert.isUndefined(reading.proxy);
    assert.include("reason" in reading && reading.reason, "eth_getStorageAt");
  });

  it("should prove the running code without storage, and list it before the slot's address", async () => {
    const code = forwarding(fromCode(B));
    await place(code, { [SLOT]: A });
    const { proxy: unnamed } = await readVia(without("eth_getStorageAt"), code);
    assert.deepEqual([unnamed?.implementation, unnamed?.proof], [B, "probe"]);
    const { proxy } = await readVia(withoutTraces, code);
    assert.deepEqual(
      proxy?.candidates.map(({ implementation, from, runs }) => [implementation, from, runs]),
      [
        [B, "call", true],
        [A, "slot", false],
      ],
    );
  });

  describe("a diamond", () => {
    const CUT = "0x8faa70878671ccd212d20771b795c50af8fd3ff6cf27f4bde57e5d4de0aeb673";
    const SELECTOR = "0xcafebabe";
    const LOUPE = at("f");
    /** The facet is in the slot whose number is the selector; an unknown one is forwarded to zero. */
    const DIAMOND = forwarding("60003560e01c54");
    const [FACETS, FACET_ADDRESSES, UNLISTED] = ["0x7a0ed627", "0x52ef6b2c", "0x22222222"] as const;
    /** Sets the facet of a function. */
    const route = (selector: string, facet: string | undefined) =>
      setSlot(selector.slice(2).padStart(64, "0"), facet);
    const coder = AbiCoder.defaultAbiCoder();
    const read = (weaken: Weakness) => readVia(weaken, DIAMOND);

    beforeEach(async () => {
      // LOG1 of all calldata.
      await setCode(PROXY, `3660006000377f${CUT.slice(2)}366000a100`);
      const [from] = (await chain.request("eth_accounts")) as readonly string[];
      for (const [action, facet, selectors] of [
        [0, B, [SELECTOR, "0x11111111"]],
        [1, A, [SELECTOR]],
        [2, `0x${"0".repeat(40)}`, ["0x11111111"]],
      ] as const) {
        const types = ["tuple(address,uint8,bytes4[])[]", "address", "bytes"];
        const data = coder.encode(types, [[[facet, action, selectors]], B, "0x"]);
        await chain.request("eth_sendTransaction", { from, to: PROXY, data, gas: "0x100000" });
      }
      await place(DIAMOND);
      await route(SELECTOR, A);
    });
    afterEach(async () => {
      for (const selector of [FACETS, FACET_ADDRESSES, UNLISTED]) await route(selector, undefined);
    });

    const setLoupe = async (selector: string, answer: string): Promise<void> => {
      const length = (answer.length / 2 - 1).toString(16).padStart(4, "0");
      // CODECOPY of what follows, and RETURN.
      await setCode(LOUPE, `61${length}600e60003961${length}6000f3${answer.slice(2)}`);
      await route(selector, LOUPE);
    };
    const setFacets = (facets: readonly (readonly [address: string, selectors: readonly string[]])[]) =>
      setLoupe(FACETS, coder.encode(["tuple(address,bytes4[])[]"], [facets]));

    it("should be recognised by its events, after all cuts", async () => {
      const { proxy } = await read(withoutTraces);
      assert.deepEqual([proxy?.kind, proxy?.implementation, proxy?.proof], ["EIP-2535", null, "stated"]);
      assert.deepEqual(proxy?.facets, {
        from: "DiamondCut",
        list: [{ address: A, selectors: [SELECTOR] }],
      });
      assert.equal((await read(likeRelay)).proxy?.proof, "stated");
    });

    it("should be unknown on a node that returns no events", async () =>
      assert.isUndefined((await read(without("eth_getLogs"))).proxy));

    it("should be recognised by facets(), but not proven, because it may run others", async () => {
      await setFacets([
        [A, [SELECTOR]],
        [LOUPE, [FACETS]],
      ]);
      await route(UNLISTED, B);
      const { proxy } = await read(withoutTraces);
      assert.deepEqual([proxy?.kind, proxy?.proof, proxy?.facets?.from], ["EIP-2535", "stated", "facets()"]);
      const addresses = proxy?.facets?.list.map(({ address }) => address);
      assert.deepEqual(addresses, [A, LOUPE]);
    });

    it("should be seen in the storage of a proxy that has it as its implementation", async () => {
      await setFacets([[B, [SELECTOR]]]);
      await setCode(PROXY_TOO, DIAMOND);
      const [code] = inSlot(PROXY_TOO);
      await place(code, { [SLOT]: PROXY_TOO });
      const { proxy } = await readVia(withoutTraces, code);
      assert.equal(proxy?.proof, "conflicting");
      assert.deepEqual((await readLinks(withoutTraces, code, "EIP-1967"))?.inner, [B]);
      await setCode(PROXY_TOO, forwarding(fromSlot(SLOT)));
    });

    it("should be unclear and locked with it if a facet is a proxy and finds another contract in the diamond's storage", async () => {
      await setFacets([
        [PROXY_TOO, [SELECTOR]],
        [LOUPE, [FACETS]],
      ]);
      const found = async () => {
        const { proxy } = await read(withoutTraces);
        const ran = proxy?.candidates.filter(({ runs }) => runs === true);
        const links = await readLinks(withoutTraces, DIAMOND, "EIP-2535");
        return [proxy?.proof, ran?.map(({ implementation }) => implementation), links?.inner];
      };
      assert.deepEqual(await found(), ["stated", [], undefined]);
      await chain.request("hardhat_setStorageAt", PROXY, `0x${SLOT}`, `0x${word(B)}`);
      assert.deepEqual(await found(), ["conflicting", [B], [B]]);
      await chain.request("hardhat_setStorageAt", PROXY, `0x${SLOT}`, `0x${"00".repeat(32)}`);
    });

    it("should be locked with the functions of each facet, in any order", async () => {
      const lock = async (...facets: Parameters<typeof setFacets>[0]) => {
        await setFacets(facets);
        return readLinks(withoutTraces, DIAMOND, "EIP-2535");
      };
      const [one, other, third] = [SELECTOR, FACETS, "0x11111111"];
      const locked = await lock([A, [one, other]], [LOUPE, [third]]);
      assert.deepEqual(await lock([LOUPE, [third]], [A, [other, one]]), locked);
      for (const moved of [
        await lock([A, [one]], [LOUPE, [other, third]]),
        await lock([A, [one]], [LOUPE, [third]]),
      ]) {
        assert.deepEqual(moved?.facets, locked?.facets);
        assert.notEqual(moved?.functions, locked?.functions);
      }
    });

    it("should not be recognised by an implausible list", async () => {
      const none = `0x${"0".repeat(40)}`;
      for (const facets of [[], [[none, [SELECTOR]] as const]]) {
        await setFacets(facets);
        assert.equal((await read(withoutTraces)).proxy?.facets?.from, "DiamondCut");
      }
      await route(FACETS, undefined);
      await setLoupe(FACET_ADDRESSES, coder.encode(["address[]"], [Array.from({ length: 600 }, () => A)]));
      assert.equal((await read(withoutTraces)).proxy?.facets?.from, "DiamondCut");
    });

    it("should be recognised by facetAddresses()", async () => {
      await setLoupe(FACET_ADDRESSES, coder.encode(["address[]"], [[A, LOUPE]]));
      const { proxy } = await read(withoutTraces);
      assert.deepEqual([proxy?.proof, proxy?.facets?.from], ["stated", "facetAddresses()"]);
    });
  });
});
