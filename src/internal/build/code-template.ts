import type { CodeTemplate, ImmutableReferences, LinkReferences } from "../bytecode/code.ts";
import { isObject } from "./json-file.ts";

/** Makes a template from what a build file holds; undefined where it holds no code, as for an interface. */
export function codeTemplate(object: unknown, links: unknown, immutables: unknown): CodeTemplate | undefined {
  if (typeof object !== "string" || object === "" || object === "0x") return undefined;
  return {
    object,
    linkReferences: isObject(links) ? (links as LinkReferences) : {},
    immutableReferences: isObject(immutables) ? (immutables as ImmutableReferences) : {},
  };
}
