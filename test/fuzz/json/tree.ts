/** JSON as text, so it can be written wrongly: with duplicate keys, or numbers of twenty digits. */
export type Tree = Leaf | Branch;

export interface Leaf {
  readonly kind: "leaf";
  readonly text: string;
}

interface Branch {
  readonly kind: "object" | "array";
  /** Changed in place by the case that owns it. The keys of an array's items are unused. */
  readonly members: Member[];
}

export interface Member {
  readonly key: string;
  readonly tree: Tree;
}

export interface Place {
  readonly members: Member[];
  readonly index: number;
  readonly member: Member;
  readonly path: readonly string[];
}

export function leaf(text: string): Leaf {
  return { kind: "leaf", text };
}

export function treeOf(value: unknown): Tree {
  if (typeof value !== "object" || value === null) return leaf(JSON.stringify(value) ?? "null");
  const members = Object.entries(value).map(([key, inner]) => ({ key, tree: treeOf(inner) }));
  return { kind: Array.isArray(value) ? "array" : "object", members };
}

export function written(tree: Tree): string {
  switch (tree.kind) {
    case "leaf":
      return tree.text;
    case "array":
      return `[${tree.members.map((member) => written(member.tree)).join(",")}]`;
    case "object":
      return `{${tree.members.map(({ key, tree: it }) => `${JSON.stringify(key)}:${written(it)}`).join(",")}}`;
  }
}

/** Parents come before their children; the first is the root. */
export function placesOf(root: Member[]): readonly Place[] {
  const places: Place[] = [];
  const visit = (members: Member[], path: readonly string[]): void => {
    for (const [index, member] of members.entries()) {
      const here = [...path, member.key];
      places.push({ members, index, member, path: here });
      if (member.tree.kind !== "leaf") visit(member.tree.members, here);
    }
  };
  visit(root, []);
  return places;
}

/** Undefined for anything but a string. */
export function stringIn(tree: Tree): string | undefined {
  if (tree.kind !== "leaf" || !tree.text.startsWith('"')) return undefined;
  try {
    const value: unknown = JSON.parse(tree.text);
    return typeof value === "string" ? value : undefined;
  } catch {
    return undefined;
  }
}
