import { Interface } from "ethers/abi";
import { keccak256 } from "ethers/crypto";
import { toUtf8Bytes } from "ethers/utils";
import { type Compiled, compile } from "./compile.ts";

export const DIRECTORY_PATH = "contracts/Directory.sol";

/** Contracts whose constructors return code that the compiler didn't generate. Only `Directory` and `Chosen` ignore the chain's state. */
const SOURCE = `// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

contract Directory {
    constructor(uint256 count) {
        bytes32[] memory hashes = new bytes32[](count);
        bytes memory types = "Order(address offerer)";
        for (uint256 i = 0; i < count; ++i) {
            types = abi.encodePacked("Order[2] tree,", types);
            hashes[i] = keccak256(abi.encodePacked("BulkOrder(", types, ")"));
        }
        assembly {
            // INVALID before the hashes, so that nobody can call it.
            mstore(hashes, 0xfe)
            return(add(hashes, 0x1f), add(mul(count, 0x20), 1))
        }
    }
    function unused() external pure returns (uint256) { return 7; }
}
contract Chosen { constructor(bytes32 word) { assembly { mstore(0, word) return(0, 32) } } }
contract Signed { constructor() { assembly { mstore(0, or(shl(248, 0xfe), caller())) return(0, 32) } } }
contract Timed { constructor() { assembly { mstore(0, timestamp()) return(0, 32) } } }
contract Stored { constructor() { assembly { mstore(0, sload(0)) return(0, 32) } } }
contract Addressed { constructor() { assembly { mstore(0, address()) return(0, 32) } } }
contract Burning { constructor() { assembly { mstore(0, gas()) return(0, 32) } } }
contract Copied {
    constructor(address other) {
        assembly {
            let size := extcodesize(other)
            extcodecopy(other, 0, 0, size)
            return(0, size)
        }
    }
}
`;

export function directories(): Compiled {
  return compile({ [DIRECTORY_PATH]: SOURCE });
}

/** PUSH1 0xaa PUSH1 0 SSTORE */
export const WRITES_OWNER = "60aa600055";

/** Init code that runs `before` and returns the runtime code. */
export function returning(runtime: string, before = ""): string {
  const code = runtime.replace(/^0x/, "");
  const word = (value: number): string => value.toString(16).padStart(4, "0");
  const head = before.length / 2 + 13;
  return `0x${before}61${word(code.length / 2)}8061${word(head)}6000396000f3${code}`;
}

/**
 * `Mother` creates `Nest` with CREATE2, which creates the ordered contract with CREATE. Both can destroy themselves in
 * that transaction and be created again. `once` creates it by a factory that destroys itself for good.
 */
export const RECREATING = `contract Closing {
  uint256 public value = 7;
  function close() external { selfdestruct(payable(msg.sender)); }
}
contract Nest {
  constructor() {
    (bytes memory code, bool ends) = Mother(msg.sender).order();
    address made;
    assembly { made := create(0, add(code, 32), mload(code)) }
    Mother(msg.sender).born(made);
    if (ends) Closing(made).close();
    selfdestruct(payable(msg.sender));
  }
}
contract Mother {
  event Born(address made);
  bytes private code;
  bool private ends;
  function make(bytes calldata ordered, bool ending) external { code = ordered; ends = ending; new Nest{salt: 0}(); }
  function once(bytes memory ordered) external {
    address made;
    assembly { made := create(0, add(ordered, 32), mload(ordered)) }
    emit Born(made);
    selfdestruct(payable(msg.sender));
  }
  function order() external view returns (bytes memory, bool) { return (code, ends); }
  function born(address made) external { emit Born(made); }
}`;
export const MOTHER = new Interface([
  "function make(bytes ordered, bool ending)",
  "function once(bytes ordered)",
]);

/** The code returned by `Directory`'s constructor: INVALID, followed by the hashes. */
export function directoryCode(count: number): string {
  const hashes = Array.from({ length: count }, (_, index) => {
    const types = `${"Order[2] tree,".repeat(index + 1)}Order(address offerer)`;
    return keccak256(toUtf8Bytes(`BulkOrder(${types})`)).slice(2);
  });
  return `0xfe${hashes.join("")}`;
}
