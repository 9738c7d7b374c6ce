import { EXACT, HEAD, MATCH, NOTHING, type Phenomenon, phenomenon } from "../../helpers/corpus/phenomenon.ts";

const PATH = "contracts/Factory.sol";
const CHILD = "contract Child { uint256 public x; function set(uint256 v) external { x = v; } }";
const ARGS_CHILD = "contract Child { uint256 public immutable x; constructor(uint256 v) { x = v; } }";
const factory = (making: string, child = CHILD) => ({
  [PATH]: `${HEAD}import "./Child.sol";
contract Factory { event Made(address child); function make() external { emit Made(address(${making})); } }`,
  "contracts/Child.sol": `${HEAD}${child}`,
});
const program = (making: string, contract: string, child?: string) => ({
  sources: factory(making, child),
  contract,
});
const FACTORY = `${PATH}:Factory`;
const CHILD_NAME = "contracts/Child.sol:Child";
const CHANGED = `// changed\n${CHILD}`;
const commented = factory("new Child()", CHANGED);
const byCall = { kind: "factory", factory: FACTORY, call: "make()" } as const;
const UNPREDICTED = {
  sides: ["creation"],
  because: "the creation code is inside of the call: a service with traces finds it, this one has none",
} as const;
const childGives = { creation: "none", runtime: "exact_match" } as const;
const besideChild = (text: string, child = CHILD) => ({
  sources: { [PATH]: `${HEAD}import "./Child.sol"; ${text}`, "contracts/Child.sol": `${HEAD}${child}` },
  contract: FACTORY,
});
const holding = (code: "creationCode" | "runtimeCode") =>
  `contract Factory { function code() external pure returns (bytes memory) { return type(Child).${code}; } }`;
const TWICE =
  "contract Factory { event Made(address a); constructor() { emit Made(address(new Child())); } function make() external { emit Made(address(new Child())); } }";
const TOP = `${HEAD}import "./Factory.sol"; contract Top { function make() external returns (address) { return address(new Factory()); } }`;
const underTop = (sources: Readonly<Record<string, string>>) => ({
  sources: { ...sources, "contracts/Top.sol": TOP },
  contract: "contracts/Top.sol:Top",
});
const many = `contract A { uint256 public a; } contract B { uint256 public b = 2; } contract Child { uint256 public c; }`;

const shared = (comment: string) => ({
  sources: {
    [PATH]: `${HEAD}${many} ${comment}
contract Middle { event Made(address a); function make() external { emit Made(address(new A())); } }
contract Factory { event Made(address a); function make() external { emit Made(address(new Middle())); emit Made(address(new A())); emit Made(address(new B())); } }`,
  },
  contract: FACTORY,
});

export const FACTORIES: readonly Phenomenon[] = [
  phenomenon("factory", EXACT, program("new Child()", FACTORY)),
  phenomenon("factory that makes several contracts", EXACT, {
    sources: {
      [PATH]: `${HEAD}${many}
contract Factory { event Made(address a); function make() external { emit Made(address(new A())); emit Made(address(new B())); } function other() external { emit Made(address(new Child())); emit Made(address(new A())); } }`,
    },
    contract: FACTORY,
  }),
  phenomenon("factory of factories", EXACT, {
    sources: {
      [PATH]: `${HEAD}${many}
contract Middle { event Made(address a); function make() external { emit Made(address(new A())); } }
contract Factory { event Made(address a); function make() external { emit Made(address(new Middle())); } }`,
    },
    contract: FACTORY,
  }),
  phenomenon(
    "contract that makes another one in its constructor only",
    EXACT,
    besideChild("contract Factory { address public child = address(new Child()); }"),
  ),
  phenomenon("factory whose child's source has another comment", MATCH, program("new Child()", FACTORY), {
    build: { sources: commented, contract: FACTORY },
  }),
  phenomenon(
    "factory of factories whose inner child's source has another comment",
    MATCH,
    underTop(factory("new Child()")),
    { build: underTop(commented) },
  ),
  phenomenon("factory whose child has another constant", NOTHING, program("new Child()", FACTORY), {
    build: program("new Child()", FACTORY, CHILD.replace("x = v", "x = v + 1")),
  }),
  phenomenon(
    "factory whose child has another constant, in the same length",
    NOTHING,
    program("new Child()", FACTORY, CHILD.replace("x = v", "x = v + 2")),
    { build: program("new Child()", FACTORY, CHILD.replace("x = v", "x = v + 1")) },
  ),
  phenomenon("child by CREATE", childGives, program("new Child()", CHILD_NAME), {
    deployment: byCall,
    unpredicted: UNPREDICTED,
  }),
  phenomenon("child by CREATE2", childGives, program("new Child{salt: bytes32(uint256(9))}()", CHILD_NAME), {
    deployment: byCall,
    unpredicted: UNPREDICTED,
  }),
  phenomenon(
    "child by CREATE with arguments and an immutable",
    childGives,
    program("new Child(77)", CHILD_NAME, ARGS_CHILD),
    { deployment: byCall, unpredicted: UNPREDICTED },
  ),
  phenomenon(
    "child by CREATE whose source has another comment",
    { creation: "none", runtime: "match" },
    program("new Child()", CHILD_NAME),
    { build: { sources: commented, contract: CHILD_NAME }, deployment: byCall, unpredicted: UNPREDICTED },
  ),
  phenomenon(
    "factory, viaIR, whose child's source has another comment",
    MATCH,
    { ...program("new Child()", FACTORY), settings: { viaIR: true } },
    { build: { sources: commented, contract: FACTORY, settings: { viaIR: true } } },
  ),
  phenomenon("factory of several, and one of them makes another of them", EXACT, shared("")),
  phenomenon("factory of several, one of which makes another, with another comment", MATCH, shared(""), {
    build: shared("// changed"),
  }),
  phenomenon(
    "factory of several, one of which makes another, viaIR and with another comment",
    MATCH,
    { ...shared(""), settings: { viaIR: true } },
    { build: { ...shared("// changed"), settings: { viaIR: true } } },
  ),
  phenomenon(
    "factory without optimizer, whose child's source has another comment",
    MATCH,
    { ...program("new Child()", FACTORY), settings: { optimizer: { enabled: false } } },
    { build: { sources: commented, contract: FACTORY, settings: { optimizer: { enabled: false } } } },
  ),
  phenomenon("factory without metadata", MATCH, {
    ...program("new Child()", FACTORY),
    settings: { metadata: { appendCBOR: false } },
  }),
  phenomenon("factory without metadata hashes", MATCH, {
    ...program("new Child()", FACTORY),
    settings: { metadata: { bytecodeHash: "none" } },
  }),
  phenomenon("factory, viaIR", EXACT, { ...program("new Child()", FACTORY), settings: { viaIR: true } }),
  phenomenon("contract that holds another one's creation code", EXACT, besideChild(holding("creationCode"))),
  phenomenon("contract that holds another one's runtime code", EXACT, besideChild(holding("runtimeCode"))),
  phenomenon(
    "contract that holds another one's runtime code, whose source has another comment",
    MATCH,
    besideChild(holding("runtimeCode")),
    { build: besideChild(holding("runtimeCode"), CHANGED) },
  ),
  phenomenon("factory whose child is made twice", EXACT, besideChild(TWICE)),
  phenomenon(
    "factory whose child is made twice, and its source has another comment",
    MATCH,
    besideChild(TWICE),
    { build: besideChild(TWICE, CHANGED) },
  ),
  phenomenon("EIP-1167 clone", NOTHING, program("new Child()", CHILD_NAME), {
    deployment: {
      kind: "raw",
      creationCode: `0x3d602d80600a3d3981f3363d3d373d3d3d363d73${"be".repeat(20)}5af43d82803e903d91602b57fd5bf3`,
    },
  }),
];
