import { decodeWord } from "../../bytecode/decoded-value.ts";
import type { ImmutableReferences } from "../../domain/code-template.ts";
import type { StandardJsonInput } from "../../domain/compiler-input.ts";
import type { DecodedImmutable } from "../../report/model.ts";
import { withoutUndefined } from "../../text/is-object.ts";
import { importClosure } from "../import-closure.ts";
import {
  type ContractDeclaration,
  type Declarations,
  readDeclarations,
  type TypeDeclaration,
} from "./declarations.ts";

/** A type as the ABI describes it. */
interface ValueType {
  /** The type's name in the ABI, such as `address`, `uint8` or `bytes32`. */
  readonly type: string;
  /** The ABI's `internalType` if it differs, such as `contract IERC20`, `enum Vault.Kind` or `Price`. */
  readonly declaredType?: string;
  /** An enum's members, in order. */
  readonly members?: readonly string[];
}

/** A contract's immutable, declared or inherited. */
interface DeclaredImmutable extends ValueType {
  readonly name: string;
  /** The contract that declares it. */
  readonly contract: string;
}

/** The declarations in a contract's source and all its imports. */
export class ContractSources {
  /** Declarations, keyed by source name, in the order in which the compiler numbers the syntax trees. */
  readonly #sources: ReadonlyMap<string, Declarations>;

  private constructor(sources: ReadonlyMap<string, Declarations>) {
    this.#sources = sources;
  }

  /** @returns undefined if the sources are incomplete, or not in Solidity. */
  static of(input: StandardJsonInput, sourceName: string): ContractSources | undefined {
    const closure = importClosure(input, sourceName);
    if (closure.kind === "unknown") return undefined;
    const read = closure.sources.map(
      (name) => [name, readDeclarations(input.sources[name]?.content ?? "")] as const,
    );
    return new ContractSources(new Map(read));
  }

  /**
   * Follows the order of the IDs that the compiler assigns while it parses the sources, sorted by name (libsolidity,
   * `CompilerStack::parse`). Undefined if a base can't be distinguished from another contract with the same name.
   */
  immutablesOf(sourceName: string, name: string): readonly DeclaredImmutable[] | undefined {
    const family = this.#familyOf(sourceName, name);
    if (family === undefined) return undefined;
    return [...this.#sources].flatMap(([source, { contracts }]) =>
      contracts
        .filter((contract) => family.has(contract))
        .flatMap((contract) =>
          contract.immutables.map(({ name, type }) => ({
            name,
            contract: contract.name,
            ...this.#valueType(type, source, contract.name),
          })),
        ),
    );
  }

  /** Returns an enum's members by the ABI's `internalType`, such as `enum Vault.Kind`. */
  membersOf(internalType: string): readonly string[] | undefined {
    const [keyword, path] = internalType.split(" ");
    if (keyword !== "enum" || path === undefined) return undefined;
    const found = this.#typeNamed(path);
    return found?.kind === "enum" ? found.members : undefined;
  }

  #valueType(type: string, source: string, contract: string): ValueType {
    const elementary = resolveElementaryType(type);
    if (elementary !== undefined) return { type: elementary };
    const path = this.#original(type, source);
    const declared = this.#typeNamed(path, contract);
    const called = [declared?.scope, declared?.name].filter((part) => part !== undefined).join(".");
    switch (declared?.kind) {
      case "enum":
        return { type: "uint8", declaredType: `enum ${called}`, members: declared.members };
      case "value-type":
        return { type: resolveElementaryType(declared.underlying) ?? "bytes32", declaredType: called };
      case undefined:
        return this.#contractsNamed(getLastPart(path)).length === 0
          ? { type: "bytes32", declaredType: type }
          : { type: "address", declaredType: `contract ${getLastPart(path)}` };
    }
  }

  /** Finds the enum or value type at a path such as `Vault.Kind`, unless several different types have this name. */
  #typeNamed(path: string, contract?: string): TypeDeclaration | undefined {
    const scope = path.split(".").at(-2);
    const named = [...this.#sources.values()]
      .flatMap(({ types }) => types)
      .filter(({ name }) => name === getLastPart(path));
    const scoped = named.filter((type) => type.scope === (scope ?? contract));
    const candidates = scoped.length > 0 ? scoped : named;
    const [first, ...others] = candidates;
    const key = JSON.stringify(first);
    return others.every((other) => JSON.stringify(other) === key) ? first : undefined;
  }

  #familyOf(sourceName: string, name: string): ReadonlySet<ContractDeclaration> | undefined {
    const own = this.#sources.get(sourceName)?.contracts.find((contract) => contract.name === name);
    if (own === undefined) return undefined;
    const family = new Map([[own, sourceName]]);
    for (const [{ bases }, source] of family) {
      for (const base of bases) {
        const found = this.#contractCalled(this.#original(base, source), source);
        if (found === undefined) return undefined;
        family.set(...found);
      }
    }
    return new Set(family.keys());
  }

  /** Prefers a contract in the same source. Otherwise, the name must be unique. */
  #contractCalled(path: string, source: string): readonly [ContractDeclaration, string] | undefined {
    const found = this.#contractsNamed(getLastPart(path));
    return found.find(([, definedIn]) => definedIn === source) ?? (found.length === 1 ? found[0] : undefined);
  }

  #contractsNamed(name: string): readonly (readonly [ContractDeclaration, source: string])[] {
    return [...this.#sources].flatMap(([source, { contracts }]) =>
      contracts.filter((contract) => contract.name === name).map((contract) => [contract, source] as const),
    );
  }

  /** Replaces an import alias at the start of a path with the original name. */
  #original(path: string, source: string): string {
    const [first = "", ...rest] = path.split(".");
    return [this.#sources.get(source)?.aliases.get(first) ?? first, ...rest].join(".");
  }
}

function getLastPart(path: string): string {
  return path.slice(path.lastIndexOf(".") + 1);
}

/** Resolves aliases: `uint` is `uint256`, `address payable` is `address`. */
function resolveElementaryType(type: string): string | undefined {
  if (type === "uint" || type === "int") return `${type}256`;
  if (type === "address" || type === "address payable") return "address";
  return /^(?:bool|u?int\d{1,3}|bytes\d{1,2})$/.test(type) ? type : undefined;
}

/**
 * Returns undefined if declarations and IDs can't be paired: an immutable that the runtime code never reads has no
 * reference.
 *
 * @param values 0x-prefixed hex, keyed by the compiler's ID or by the position in the code, such as `@214`.
 * @param declared The declarations, in ID order.
 */
export function decodeImmutables(
  values: Readonly<Record<string, string>>,
  references: ImmutableReferences,
  declared: readonly DeclaredImmutable[],
): readonly DecodedImmutable[] | undefined {
  const ids = Object.keys(references);
  if (ids.length !== declared.length || !ids.every((id) => /^\d+$/.test(id))) return undefined;
  const inOrder = ids.toSorted((one, other) => Number(one) - Number(other));
  return declared.flatMap((immutable, index) => {
    const id = inOrder[index] ?? "";
    const keys = [id, ...(references[id] ?? []).map(({ start }) => `@${start}`)];
    const key = keys.find((each) => Object.hasOwn(values, each));
    return key === undefined ? [] : [decodeImmutable(key, values[key] ?? "0x", immutable)];
  });
}

function decodeImmutable(
  id: string,
  word: string,
  { name, contract, type, declaredType, members }: DeclaredImmutable,
): DecodedImmutable {
  // If the word isn't a valid value for the type, it is shown unchanged.
  const value = decodeWord(word, type) ?? word;
  const member = members?.[Number(value)];
  return withoutUndefined({ id, name, contract, type, value, declaredType, member });
}
