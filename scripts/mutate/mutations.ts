import { parseSync, Visitor } from "oxc-parser";

/** A small change to a program that its tests should notice. */
export interface Mutation {
  readonly line: number;
  readonly start: number;
  readonly end: number;
  readonly before: string;
  readonly after: string;
}

const SWAPPED: Readonly<Record<string, string>> = {
  "===": "!==",
  "!==": "===",
  "<": "<=",
  "<=": "<",
  ">": ">=",
  ">=": ">",
  "+": "-",
  "-": "+",
  "*": "+",
  "&&": "||",
  "||": "&&",
  some: "every",
  every: "some",
  min: "max",
  max: "min",
};

/** Lists all changes of a single operator, condition, constant or call that still parse, in source order. */
export function mutationsOf(file: string, source: string): readonly Mutation[] {
  const found: Mutation[] = [];
  const add = (start: number, end: number, after: string): void => {
    const line = source.slice(0, start).split("\n").length;
    found.push({ line, start, end, before: source.slice(start, end), after });
  };
  const text = (node: { readonly start: number; readonly end: number }): string =>
    source.slice(node.start, node.end);
  const operator = (node: {
    readonly operator: string;
    readonly left: { readonly end: number };
    readonly right: { readonly start: number };
  }): void => {
    const after = SWAPPED[node.operator];
    const at = source.indexOf(node.operator, node.left.end);
    if (after !== undefined && at < node.right.start) add(at, at + node.operator.length, after);
  };
  new Visitor({
    BinaryExpression: operator,
    LogicalExpression: operator,
    IfStatement: ({ test }) => add(test.start, test.end, `!(${text(test)})`),
    ConditionalExpression: ({ test }) => add(test.start, test.end, `!(${text(test)})`),
    ExpressionStatement(node) {
      if (node.expression.type === "CallExpression" || node.expression.type === "AwaitExpression")
        add(node.start, node.end, ";");
    },
    Literal(node) {
      if (typeof node.value === "boolean") add(node.start, node.end, String(!node.value));
      if (typeof node.value === "number") add(node.start, node.end, `${text(node)} + 1`);
    },
    MemberExpression({ property, computed }) {
      const after = computed ? undefined : SWAPPED[text(property)];
      if (after !== undefined) add(property.start, property.end, after);
    },
    // Types have no runtime effect.
    TSLiteralType(node) {
      while (found.at(-1) !== undefined && (found.at(-1)?.start ?? -1) >= node.start) found.pop();
    },
    "TSLiteralType:exit"(node) {
      while (found.at(-1) !== undefined && (found.at(-1)?.start ?? -1) >= node.start) found.pop();
    },
  }).visit(parseSync(file, source).program);
  return found
    .filter(({ start, end, after }) => parses(file, source.slice(0, start) + after + source.slice(end)))
    .sort((one, other) => one.start - other.start);
}

function parses(file: string, source: string): boolean {
  return parseSync(file, source).errors.length === 0;
}
