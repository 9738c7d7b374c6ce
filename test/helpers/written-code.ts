import { keccak256 } from "ethers/crypto";
import { toUtf8Bytes } from "ethers/utils";
import { type Compiled, compile } from "./compile.ts";

export const DIRECTORY_PATH = "contracts/Directory.sol";

/** Contracts whose constructors return code that the compiler didn't generate. Only `Directory` ignores the chain's state. */
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

/** The code returned by `Directory`'s constructor: INVALID, followed by the hashes. */
export function directoryCode(count: number): string {
  const hashes = Array.from({ length: count }, (_, index) => {
    const types = `${"Order[2] tree,".repeat(index + 1)}Order(address offerer)`;
    return keccak256(toUtf8Bytes(`BulkOrder(${types})`)).slice(2);
  });
  return `0xfe${hashes.join("")}`;
}
