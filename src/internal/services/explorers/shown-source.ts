import * as z from "zod";
import { librariesInSettings } from "../../domain/compiler-input.ts";
import { withHexPrefix } from "../../text/hex-prefix.ts";
import { asObject, isObject, type Json, withoutUndefined } from "../../text/is-object.ts";
import { jsonOrUndefined } from "../http/parse-json.ts";

/** A field is missing if the explorer doesn't show it, or shows it in a form that can't be compared. */
export type ShownSource = NonNullable<ReturnType<typeof readShownSource>>;

export type ShownLibrary = readonly [name: string, address: string];

/** Blockscout uses different names and omits missing fields. */
const text = z.string().nullish().catch(undefined);
const entry = z.object({
  Address: text,
  SourceCode: text,
  ContractName: text,
  FileName: text,
  CompilerVersion: text,
  ConstructorArguments: text,
  SimilarMatch: text,
  Library: text,
  Proxy: text,
  IsProxy: text,
  Implementation: text,
  ImplementationAddress: text,
  CompilerSettings: z.unknown().optional(),
  AdditionalSources: z
    .array(z.object({ Filename: z.string(), SourceCode: z.string() }))
    .nullish()
    .catch(undefined),
});

/** Returns undefined if no source code is shown, and null if the value isn't a response to `getsourcecode`. */
export function readShownSource(value: unknown) {
  const parsed = entry.safeParse(getEntry(value));
  if (!parsed.success) return null;
  const shown = parsed.data;
  const code = shown.SourceCode ?? "";
  if (code.trim() === "") return undefined;
  const { sources, settings } = readCode(code, shown.FileName ?? "");
  for (const { Filename, SourceCode } of shown.AdditionalSources ?? []) sources[Filename] ??= SourceCode;
  // Blockscout omits empty arguments (`RPC.ContractView`). Only Blockscout's entries include `Address`.
  const isLeftOut = shown.Address != null && !Object.hasOwn(Object(getEntry(value)), "ConstructorArguments");
  const implementation = shown.Implementation || shown.ImplementationAddress || undefined;
  const compilerSettings = isObject(shown.CompilerSettings) ? shown.CompilerSettings : undefined;
  const known = settings ?? compilerSettings;
  return withoutUndefined({
    /** The name without the path. */
    name: shown.ContractName?.split(":").at(-1) || undefined,
    /** The full version without `v`. */
    compiler: shown.CompilerVersion?.replace(/^v/, "") || undefined,
    /** Keyed by path. A single source without a path has an empty key. */
    sources,
    settings: known,
    constructorArguments: isLeftOut ? "0x" : readHex(shown.ConstructorArguments),
    /** Lower-case addresses, keyed by `path:Name`, or by name in Etherscan's own list, which has no paths. */
    libraries: readSettingsLibraries(known) ?? readLibraries(shown.Library),
    /** The address of a similar contract whose sources the explorer shows, because this one is unverified. */
    similarTo: shown.SimilarMatch || undefined,
    isProxy: shown.Proxy === "1" || shown.IsProxy === "true",
    /** Lower case. */
    implementation: implementation?.toLowerCase(),
  });
}

function getEntry(value: unknown): unknown {
  return Array.isArray(value) ? value[0] : undefined;
}

/** A single source, a list of files, or a standard JSON input (possibly in an extra pair of braces). */
function readCode(code: string, fileName: string) {
  const isDoubled = /^\{\s*\{/.test(code) && /\}\s*\}$/.test(code.trim());
  const parsed = code.trimStart().startsWith("{")
    ? jsonOrUndefined(isDoubled ? code.trim().slice(1, -1) : code)
    : undefined;
  const input = asObject(parsed);
  const files = readContents(isObject(input.sources) ? input.sources : input);
  const sources: Record<string, string> = Object.assign(
    Object.create(null),
    Object.keys(files).length === 0 ? { [fileName]: code } : files,
  );
  return { sources, settings: isObject(input.settings) ? input.settings : undefined };
}

function readContents(files: Json): Readonly<Record<string, string>> {
  const contents = Object.entries(files).flatMap(([path, file]) => {
    const { content } = asObject(file);
    return typeof content === "string" ? [[path, content] as const] : [];
  });
  return Object.fromEntries(contents);
}

function readHex(value: string | null | undefined): string | undefined {
  const digits = value?.trim() ?? "";
  return /^(0x)?([0-9a-f]{2})*$/i.test(digits) && value != null ? withHexPrefix(digits) : undefined;
}

/** Undefined if there are none or an address isn't a string. */
function readSettingsLibraries(settings: Json | undefined): readonly ShownLibrary[] | undefined {
  const entries = librariesInSettings(settings?.libraries);
  const libraries = entries.flatMap(([name, address]) =>
    typeof address === "string" ? [[name, address.toLowerCase()] as const] : [],
  );
  return entries.length === 0 || libraries.length < entries.length ? undefined : libraries;
}

/** Etherscan's format: `Name:address`, separated by semicolons. */
function readLibraries(value: string | null | undefined): readonly ShownLibrary[] | undefined {
  const libraries = (value ?? "").split(";").flatMap((each) => {
    const [, name = "", address = ""] = /^\s*(?:.*:)?([^:]+):(?:0x)?([0-9a-f]{40})\s*$/i.exec(each) ?? [];
    return name === "" ? [] : [[name, `0x${address.toLowerCase()}`] as const];
  });
  return libraries.length === 0 ? undefined : libraries;
}
