import { readFile } from "node:fs/promises";
import type { ContractPath, Deployer } from "../deployer.ts";
import { PACKAGES } from "../deployer.ts";
import { type Row, row, type Target } from "../truth.ts";
import { DECOY, proxyOf, withoutPrefix } from "./make.ts";

const KINDS = "contracts/Kinds.sol";
const TRICKS = "contracts/Tricks.sol";
/** Only a proof shows what they run. */
const HIDDEN = { kind: /other/, isHidden: true };
const SAFE = "@safe-global/safe-contracts";
const SAFE_PROXY = `${SAFE}/contracts/proxies/SafeProxy.sol:SafeProxy` as const;

export const OLDER: readonly Row[] = [
  row("EIP-1822", async (deployer) => [
    await own(deployer, "Eip1822Proxy", /1822/, { implementation: "contracts/Boxes.sol:ProxiableBox" }),
  ]),
  row("zos-lib (org.zeppelinos slot)", async (deployer) => [await own(deployer, "ZosProxy", /ZeppelinOS/)]),
  row("Safe 1.4.1 proxy", async (deployer) => [
    await proxyOf(deployer, "SafeProxy, compiled here", { kind: /Safe/, contract: "SafeProxy" }, (safe) =>
      deployer.create(SAFE_PROXY, [safe]),
    ),
    await proxyOf(deployer, "SafeProxy of the package", { kind: /Safe/ }, async (safe) => {
      const path = `${SAFE}/build/artifacts/contracts/proxies/SafeProxy.sol/SafeProxy.json`;
      const { bytecode } = JSON.parse(await readFile(`${PACKAGES}/${path}`, "utf8"));
      return deployer.createBy(`${bytecode}${withoutPrefix(safe).padStart(64, "0")}`);
    }),
  ]),
  row("Compound Unitroller", async (deployer) => {
    const pending = await deployer.create(DECOY);
    return [await own(deployer, "UnitrollerLike", /Unitroller/, {}, [pending])];
  }),
  row("Aragon DelegateProxy (EIP-897)", async (deployer) => [
    await proxyOf(deployer, "AragonLike", { kind: /897/, contract: "AragonLike" }, async (box) => {
      const kernel = await deployer.create(`${KINDS}:Kernel`, [box]);
      return deployer.create(`${KINDS}:AragonLike`, [kernel]);
    }),
  ]),
  row("Argent-like (slot 0, implementation())", async (deployer) => [
    await own(deployer, "ArgentLike", /897/),
  ]),
  row("solc immutable delegate (PUSH32); slot 0 without getter", async (deployer) => [
    await own(deployer, "ImmutableDelegate", /other/, { isHidden: true }),
    await own(deployer, "SlotZero", /other/, { isHidden: true }),
    await proxyOf(deployer, "CALLCODE", HIDDEN, (box) => deployer.place(callCode(withoutPrefix(box)))),
    await proxyOf(deployer, "ResolvedProxy", { ...HIDDEN, contract: "ResolvedProxy" }, async (box) => {
      const registry = await deployer.create(`${TRICKS}:Registry`, ["box", box]);
      return deployer.create(`${TRICKS}:ResolvedProxy`, [registry, "box"]);
    }),
    await proxyOf(deployer, "Router", { ...HIDDEN, isClosed: true, contract: "Router" }, (box) =>
      deployer.create(`${TRICKS}:Router`, [box]),
    ),
  ]),
];

/** Forwards with CALLCODE, the predecessor of DELEGATECALL. */
function callCode(address: string): string {
  return `36600060003760006000366000600073${address}5af2503d600060003e3d6000f3`;
}

function own(
  deployer: Deployer,
  contract: string,
  kind: RegExp,
  more: { readonly implementation?: ContractPath; readonly isHidden?: boolean } = {},
  args: readonly unknown[] = [],
): Promise<Target> {
  return proxyOf(deployer, contract, { kind, contract, ...more }, (box) =>
    deployer.create(`${KINDS}:${contract}`, [box, ...args]),
  );
}
