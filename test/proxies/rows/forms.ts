import type { Deployer } from "../deployer.ts";
import { type Row, row } from "../truth.ts";
import { proxyOf, withoutPrefix } from "./make.ts";

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
