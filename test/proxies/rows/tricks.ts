import type { Deployer } from "../deployer.ts";
import { type Row, row, type Target } from "../truth.ts";
import { BOX, behindBeacon, DECOY, type Known, proxyOf, withoutPrefix } from "./make.ts";

const FILE = "contracts/Tricks.sol";
const OLD_PROXY = "openzeppelin-4/proxy/ERC1967/ERC1967Proxy.sol:ERC1967Proxy";
const OLD_BEACON_PROXY = "openzeppelin-4/proxy/beacon/BeaconProxy.sol:BeaconProxy";
const CODELESS = "0x00000000000000000000000000000000C0dE1E55";
const ANY = /./;
const SEES = { seesReplacing: true };

export const TRICKS: readonly Row[] = [
  row("TRICK both slots set, code follows the beacon", async (deployer) => {
    const unused = await deployer.create(DECOY);
    const deploy = (beacon: string) => deployer.create(`${FILE}:BothSlots`, [unused, beacon]);
    return [
      await behindBeacon(deployer, "BothSlots", { kind: ANY, contract: "BothSlots", isLiar: true }, deploy),
    ];
  }),
  row("TRICK slot says A, code runs B", async (deployer) => [
    await liar(deployer, "LiarByCode", true),
    await liar(deployer, "LiarBySlot", true),
    await liar(deployer, "LiarByGetter", false),
    await liar(deployer, "LiarByOwnCode", true, SEES, "remember"),
    await liar(deployer, "LiarByTargetCode", true, SEES),
  ]),
  row("TRICK slot set, no DELEGATECALL", async (deployer) => {
    const address = await deployer.create(`${FILE}:SlotAlone`, [await deployer.create(DECOY)]);
    return [{ name: "SlotAlone", address, contract: "SlotAlone", isLiar: true, truth: { is: "no-proxy" } }];
  }),
  row("TRICK code picks by sender; beacon that picks by caller", async (deployer) => {
    const shown = await deployer.create(DECOY);
    const known: Known = { kind: /beacon/i, contract: "BeaconProxy", isLiar: true };
    const picky = await proxyOf(deployer, "PickyBeacon", known, async (box) => {
      const beacon = await deployer.create(`${FILE}:PickyBeacon`, [shown, box]);
      return deployer.create(OLD_BEACON_PROXY, [beacon, "0x"]);
    });
    const closed: Known = { kind: /1967/, contract: "ClosedProxy", isClosed: true };
    return [
      await liar(deployer, "PicksBySender", true),
      picky,
      await proxyOf(deployer, "ClosedProxy", closed, (box) => deployer.create(`${FILE}:ClosedProxy`, [box])),
    ];
  }),
  row("TRICK proxy to proxy", async (deployer) => {
    const beyond = await deployer.create(BOX);
    const inner = await deployer.create(OLD_PROXY, [beyond, "0x"]);
    const address = await deployer.create(OLD_PROXY, [inner, "0x"]);
    const truth = { is: "proxy", kind: /1967/, runs: inner, runsContract: "ERC1967Proxy", beyond } as const;
    return [{ name: "ProxyToProxy", address, contract: "ERC1967Proxy", truth }];
  }),
  row("TRICK slot points to a codeless address", async (deployer) => {
    const address = await deployer.create(`${FILE}:UncheckedProxy`, [CODELESS]);
    const truth = { is: "proxy", kind: ANY, runs: CODELESS, runsContract: undefined } as const;
    return [{ name: "UncheckedProxy", address, contract: "UncheckedProxy", truth }];
  }),
  row("TRICK contract that delegates to a library", async (deployer) => {
    const Maths = await deployer.create(`${FILE}:Maths`);
    const address = await deployer.create(`${FILE}:UsesLibrary`, [], { Maths });
    return [{ name: "UsesLibrary", address, contract: "UsesLibrary", truth: { is: "no-proxy" } }];
  }),
];

/** @param isNamed True if a weak node may report the slot's implementation. */
async function liar(
  deployer: Deployer,
  contract: string,
  isNamed: boolean,
  more: Partial<Known> = {},
  then?: string,
): Promise<Target> {
  const path = `${FILE}:${contract}` as const;
  const named = await deployer.create(DECOY);
  const known = { kind: ANY, contract, isLiar: true, ...more, ...(isNamed ? { named } : {}) };
  return proxyOf(deployer, contract, known, async (box) => {
    const address = await deployer.create(path, [named, box]);
    if (then !== undefined) await deployer.call(path, address, then, []);
    return address;
  });
}

/** keccak256("ReceiveETH(uint256)"), which a clone with immutable arguments logs. */
const RECEIVED = "9e4ac34f21c619cefc926c8bd93b54bf5a39c7ab2127a895af1cc0691d7e3dff";
const ARGUMENTS = "00112233445566778899aabbccddeeff";
/** Length of the arguments and of the two bytes after them. */
const EXTRA = "0012";

export const FORMS: readonly Row[] = [
  form("solady legacy CWIA", /CWIA/, (a) => {
    const head = `36602c57343d527f${RECEIVED}593da1005b363d3d373d3d3d3d61${EXTRA}806062363936013d73`;
    return `${head}${a}5af43d3d93803e606057fd5bf3${ARGUMENTS}${EXTRA}`;
  }),
  form(
    "EIP-3448 MetaProxy",
    /3448/,
    (a) => `363d3d373d3d3d3d60368038038091363936013d73${a}5af43d3d93803e603457fd5bf3${ARGUMENTS}`,
  ),
  form(
    "old Vyper forwarder",
    /Vyper/,
    (a) => `366000600037611000600036600073${a}5af4602c57600080fd5b6110006000f3`,
  ),
  row("Sequence wallet (slot = own address)", async (deployer) => [
    await proxyOf(deployer, "Sequence wallet", { kind: /Sequence/ }, (box) =>
      deployer.place(
        "363d3d373d3d3d363d30545af43d82803e903d91601857fd5bf3",
        // PUSH20 implementation, ADDRESS, SSTORE
        `73${withoutPrefix(box)}3055`,
      ),
    ),
  ]),
  row("EIP-7702 account", async (deployer) => [
    await proxyOf(deployer, "EIP-7702 account", { kind: /7702/, isInCode: true }, (box) =>
      deployer.delegateAccount(box),
    ),
  ]),
  row("CREATE3 helper", async (deployer) => [
    {
      name: "CREATE3 helper",
      address: await deployer.place("363d3d37363d34f0"),
      truth: { is: "no-proxy" },
    },
  ]),
];

function form(name: string, kind: RegExp, code: (address: string) => string): Row {
  const make = async (deployer: Deployer) => [
    await proxyOf(deployer, name, { kind, isInCode: true }, (box) =>
      deployer.place(code(withoutPrefix(box))),
    ),
  ];
  return row(name, make);
}
