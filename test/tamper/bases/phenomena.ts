import { IMPLEMENTATION_SLOT } from "../../../src/internal/chain/read-statements.ts";
import { PHENOMENA } from "../../corpus/phenomena/index.ts";
import { one } from "../../corpus/phenomena/sources.ts";
import { EXACT, type Phenomenon } from "../../helpers/corpus/phenomenon.ts";

const CHOSEN = [
  "factory",
  "child by CREATE2",
  "child by CREATE with arguments and an immutable",
  "viaIR with immutables",
  "several libraries, each used at several places",
  "library in the settings when it was compiled",
  "metadata.bytecodeHash bzzr1",
  "metadata.appendCBOR false",
  "constructor arguments: structs, and values below zero",
];

const IMPLEMENTATION = `0x${"0123456789".repeat(4)}`;

const PROXY: Phenomenon = {
  name: "EIP-1967 proxy",
  deployed: one(
    "Pointer",
    `contract Pointer {
  constructor(address to) { assembly { sstore(${IMPLEMENTATION_SLOT}, to) } }
  fallback() external payable { assembly {
    calldatacopy(0, 0, calldatasize())
    let ok := delegatecall(gas(), sload(${IMPLEMENTATION_SLOT}), 0, calldatasize(), 0, 0)
    returndatacopy(0, 0, returndatasize())
    if iszero(ok) { revert(0, returndatasize()) }
    return(0, returndatasize())
  } }
}`,
  ),
  deployment: { kind: "transaction", args: [IMPLEMENTATION] },
  gives: EXACT,
};

const EVENTS: Phenomenon = {
  name: "several variables, events and errors",
  deployed: one(
    "Ledger",
    `contract Ledger {
  struct Entry { uint128 amount; address owner; bool paid; }
  error Refused(uint256 code); event Moved(address indexed to, uint256 at);
  uint256 public total; address public owner; bool public open; mapping(address => Entry) public entries; Entry[] list;
  function pay(address to, uint128 amount) external {
    if (!open) revert Refused(amount);
    entries[to] = Entry(amount, msg.sender, true); list.push(entries[to]); total += amount; emit Moved(to, amount);
  }
  function burn(uint256 amount) external { total -= amount; }
}`,
  ),
  gives: EXACT,
};

/** Phenomena of the corpus that no recording covers, and two more. */
export const PHENOMENA_TO_MAKE: readonly Phenomenon[] = [
  ...CHOSEN.map((name) => {
    const found = PHENOMENA.find((phenomenon) => phenomenon.name === name);
    if (found === undefined) throw new Error(`The corpus has no "${name}".`);
    return found;
  }),
  PROXY,
  EVENTS,
];
