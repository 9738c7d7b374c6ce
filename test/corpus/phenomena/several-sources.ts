import { EXACT, HEAD, type Phenomenon, phenomenon } from "../../helpers/corpus/phenomenon.ts";

const same = (body: string) =>
  `${HEAD}contract Same { uint256 public x; function f() external { x = ${body}; } }`;
const large = Array.from(
  { length: 92 },
  (_, index) =>
    `function f${index}(uint256 a, string calldata s) external { require(a != ${index}, "value ${index} is not allowed here, take another"); total[${index}] += a; emit Said(s, ${index}); }`,
).join("\n");

// The compiler sorts overloads by AST id as text: 99 comes after 100.
const PAD = `${HEAD}contract Pad { ${Array.from({ length: 5 }, (_, at) => `uint256 p${at};`).join(" ")} }`;
const OVERLOADS = `${HEAD}contract Overloads { uint256[] xs;
  function g(uint256 a) internal returns (uint256 r) { for (uint256 i; i < a; i++) { r = r * 31 + i; xs.push(r); } }
  function g(uint256 a, uint256 b) internal returns (uint256 r) { for (uint256 i; i < a; i++) { r = r * 37 + b; xs.push(r + 1); } }
  function g(uint256 a, uint256 b, uint256 c) internal returns (uint256 r) { for (uint256 i; i < a; i++) { r = r * 41 + b - c; xs.push(r + 2); } }
  function f(uint256 a) external returns (uint256) { return g(a) + g(a, 1) + g(a, 2, 3); }
  function k(uint256 a) external returns (uint256) { return g(a, 5, 6) + g(a, 5) * g(a + 1); }
}`;

export const SEVERAL_SOURCES: readonly Phenomenon[] = [
  phenomenon("bases in several files", EXACT, {
    sources: {
      "contracts/Token.sol": `${HEAD}import {Owned} from "./access/Owned.sol"; import "./Supply.sol";
contract Token is Owned, Supply { function mint() external onlyOwner { supply += 1; } function kind() public pure override returns (uint8) { return 2; } }`,
      "contracts/Supply.sol": `${HEAD}import "./IKind.sol"; abstract contract Supply is IKind { uint256 public supply; function kind() public pure virtual returns (uint8) { return 1; } }`,
      "contracts/IKind.sol": `${HEAD}interface IKind { function kind() external pure returns (uint8); }`,
      "contracts/access/Owned.sol": `${HEAD}contract Owned { address public owner = msg.sender; modifier onlyOwner() { require(msg.sender == owner); _; } }`,
    },
    contract: "contracts/Token.sol:Token",
  }),
  phenomenon("the same name in two files", EXACT, {
    sources: { "contracts/a/Same.sol": same("1"), "contracts/b/Same.sol": same("2") },
    contract: "contracts/b/Same.sol:Same",
  }),
  phenomenon("the same code in two files", EXACT, {
    sources: { "contracts/a/Same.sol": same("1"), "contracts/b/Same.sol": same("1") },
    contract: "contracts/b/Same.sol:Same",
  }),
  phenomenon("unrelated files in a merged build", EXACT, {
    sources: {
      "contracts/Only.sol": same("3"),
      "contracts/Other.sol": `${HEAD}import "./Third.sol"; contract Other is Third { }`,
      "contracts/Third.sol": `${HEAD}contract Third { uint256 public y; }`,
    },
    settings: { remappings: ["@unused/=elsewhere/"] },
    contract: "contracts/Only.sol:Same",
  }),
  phenomenon("unrelated files in a merged build, viaIR", EXACT, {
    sources: {
      "contracts/Aaa.sol": `${HEAD}library Aaa { function x(uint256 a) internal pure returns (uint256) { return a * 3; } } contract User { function f(uint256 a) external pure returns (uint256) { return Aaa.x(a) + Aaa.x(a + 1); } }`,
      "contracts/Only.sol": same("3"),
    },
    settings: { viaIR: true },
    contract: "contracts/Only.sol:Same",
  }),
  phenomenon(
    "unrelated files that change the code, viaIR before 0.8.21",
    EXACT,
    {
      compiler: "0.8.19",
      sources: { "contracts/Aaa.sol": PAD, "contracts/Overloads.sol": OVERLOADS },
      settings: { viaIR: true },
      contract: "contracts/Overloads.sol:Overloads",
    },
    { isCodeOfAllFiles: true },
  ),
  phenomenon("remappings with a context, and relative and absolute imports", EXACT, {
    sources: {
      "project/contracts/User.sol": `${HEAD}import "@lib/Base.sol"; import "./Local.sol"; contract User is Base, Local { }`,
      "project/contracts/Local.sol": `${HEAD}import "project/contracts/Deep.sol"; contract Local is Deep { }`,
      "project/contracts/Deep.sol": `${HEAD}contract Deep { uint256 public d; }`,
      "npm/lib@1.0.0/Base.sol": `${HEAD}import "./inner/Inner.sol"; import "@lib/Other.sol"; contract Base is Inner, Other { }`,
      "npm/lib@1.0.0/inner/Inner.sol": `${HEAD}import "../Third.sol"; contract Inner is Third { uint256 public i; }`,
      "npm/lib@1.0.0/Third.sol": `${HEAD}contract Third { uint256 public t; }`,
      "npm/lib@2.0.0/Other.sol": `${HEAD}contract Other { uint256 public o; }`,
      "npm/lib@1.0.0/Other.sol": `${HEAD}contract Wrong { uint256 public w; }`,
    },
    settings: { remappings: ["project/:@lib/=npm/lib@1.0.0/", "npm/lib@1.0.0/:@lib/=npm/lib@2.0.0/"] },
    contract: "project/contracts/User.sol:User",
  }),
  phenomenon("large contract, near 24 kB", EXACT, {
    sources: {
      "contracts/Large.sol": `${HEAD}contract Large { event Said(string s, uint256 at); mapping(uint256 => uint256) public total;\n${large}\n}`,
    },
    contract: "contracts/Large.sol:Large",
  }),
];
