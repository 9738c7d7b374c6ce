import { splitName } from "../domain/build.ts";
import { librariesInSettings } from "../domain/compiler-input.ts";
import { canonicalJson, isSameJson } from "../text/canonical-json.ts";
import { asObject, type Json } from "../text/is-object.ts";

/**
 * The settings that affect solc's output, as strings, with defaults filled in. Needed because inputs omit defaults and
 * metadata has its own format (docs.soliditylang.org, "Contract Metadata"). An omitted setting is undefined if its
 * default depends on the compiler, such as the EVM version.
 */
type NormalizedSettings = Readonly<Record<string, string | undefined>>;

/**
 * Old compilers ignore settings that they don't have. Later ones reject them (measured with 0.4.26 and 0.5.17). The
 * versions in between have none of these settings either.
 */
const MAY_IGNORE = /^v?0\.(?:4\.|5\.[0-4](?!\d))/;
const NEWER_SETTINGS = new Set([
  ...["metadata.bytecodeHash", "metadata.appendCBOR", "debug.revertStrings"],
  ...["viaIR", "viaSSACFG", "experimental", "eofVersion"],
]);

/**
 * Returns the names of settings that differ. Ignores settings that either side leaves to the compiler.
 *
 * @param compilerVersion The version on both sides. If omitted, the compiler is assumed to have every setting.
 */
export function findDifferingSettings(expected: Json, actual: Json, compilerVersion = ""): readonly string[] {
  const isIgnored = (name: string) => MAY_IGNORE.test(compilerVersion) && NEWER_SETTINGS.has(name);
  // solc before 0.7.5 links only by name, and its metadata contains no paths.
  const isByName = [expected, actual].some(({ libraries }) =>
    librariesInSettings(libraries).some(([name]) => !removeLeadingColon(name).includes(":")),
  );
  const [one, other] = [normalizeSettings(expected, isByName), normalizeSettings(actual, isByName)];
  return Object.keys({ ...one, ...other }).filter((name) => {
    const [text, otherText] = [one[name], other[name]];
    const isStated = text !== undefined && otherText !== undefined;
    return isStated && text !== otherText && !isIgnored(name);
  });
}

/** Settings that metadata either always or never contains. */
const ONE_SIDED = new Set(["evmVersion", "outputSelection", "compilationTarget"]);
const COMPARED = new Set([
  ...["optimizer", "metadata", "debug", "evmVersion", "eofVersion", "viaIR", "viaSSACFG"],
  ...["experimental", "remappings", "libraries"],
]);

/** Returns the names of settings that only one side specifies, because they might differ. */
export function findOneSidedSettings(expected: Json, actual: Json): readonly string[] {
  const compared = findUnstatedSettings(expected, actual).filter((name) => !ONE_SIDED.has(name));
  return [...compared, ...listOtherSettings(expected)];
}

/** Returns the names of the compared settings that only one side specifies. */
function findUnstatedSettings(expected: Json, actual: Json): readonly string[] {
  const [one, other] = [normalizeSettings(expected), normalizeSettings(actual)];
  return Object.keys({ ...one, ...other }).filter(
    (name) => (one[name] === undefined) !== (other[name] === undefined),
  );
}

/** Lists settings that aren't compared, such as Vyper's. */
export function listOtherSettings(settings: Json): readonly string[] {
  return Object.keys(settings).filter((name) => !COMPARED.has(name) && !ONE_SIDED.has(name));
}

/** Returns the names of settings that two compiler inputs don't both specify. A missing one may have any value. */
export function findHiddenSettings(expected: Json, actual: Json): readonly string[] {
  const others = listOtherSettings(expected).filter((name) => !isSameJson(expected[name], actual[name]));
  return [...findUnstatedSettings(expected, actual), ...others];
}

/** @param isByName True to omit paths from library names. */
function normalizeSettings(settings: Json, isByName = false): NormalizedSettings {
  const { optimizer, metadata, debug, evmVersion, eofVersion, remappings, libraries } = settings;
  const { viaIR, viaSSACFG, experimental } = settings;
  const { enabled, runs, details } = asObject(optimizer);
  const { bytecodeHash, appendCBOR, useLiteralContent } = asObject(metadata);
  return {
    // If the details aren't the default ones, the metadata contains all of them instead of `enabled`.
    "optimizer.enabled": Object.keys(asObject(details)).length === 0 ? toText(enabled ?? false) : undefined,
    "optimizer.runs": toText(runs ?? 200),
    ...normalizeDetails(details),
    // With viaSSACFG, the metadata also contains viaIR, regardless of the input (measured with 0.8.37).
    viaIR: toText(viaSSACFG === true || (viaIR ?? false)),
    viaSSACFG: toText(viaSSACFG ?? false),
    experimental: toText(experimental ?? false),
    evmVersion: toOptionalText(evmVersion),
    eofVersion: toOptionalText(eofVersion),
    "metadata.bytecodeHash": toText(bytecodeHash ?? "ipfs"),
    "metadata.appendCBOR": toText(appendCBOR ?? true),
    "metadata.useLiteralContent": toText(useLiteralContent ?? false),
    "debug.revertStrings": toText(asObject(debug).revertStrings ?? "default"),
    remappings: canonicalJson(normalizeRemappings(remappings)),
    libraries: canonicalJson(normalizeLibraries(libraries, isByName)),
  };
}

/** Returns only the specified details, because metadata lists all details, but an input lists only the changed ones. */
function normalizeDetails(details: unknown): NormalizedSettings {
  const { yulDetails, ...switches } = asObject(details);
  const { optimizerSteps, stackAllocation } = asObject(yulDetails);
  return {
    ...Object.fromEntries(
      Object.entries(switches).map(([name, value]) => [`optimizer.details.${name}`, toOptionalText(value)]),
    ),
    "optimizer.details.yulDetails.stackAllocation": toOptionalText(stackAllocation),
    // An input may omit the cleanup steps after the colon.
    "optimizer.details.yulDetails.optimizerSteps": toOptionalText(optimizerSteps)?.replace(/:.*$/, ""),
  };
}

/** Returns sorted remappings, without duplicates and without the colon of an empty context. */
function normalizeRemappings(remappings: unknown): readonly string[] {
  const texts = Array.isArray(remappings) ? remappings.map((text) => toText(text).replace(/^:/, "")) : [];
  return [...new Set(texts)].sort();
}

/** Lowercase addresses. If names are equal, the alphabetically last path wins, as in compilers that link by name. */
function normalizeLibraries(libraries: unknown, isByName: boolean): Json {
  const named = librariesInSettings(libraries)
    .map(([name, address]) => [removeLeadingColon(name), toText(address).toLowerCase()] as const)
    .sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(
    named.map(([name, address]) => [isByName ? splitName(name).name : name, address]),
  );
}

/** Removes the colon that old compilers may write before a library name that has no file. */
function removeLeadingColon(name: string): string {
  return name.replace(/^:/, "");
}

function toOptionalText(value: unknown): string | undefined {
  return value === undefined || value === null ? undefined : toText(value);
}

/** Untrusted settings may contain any JSON, and `String` fails for an object with the key `toString`. */
function toText(value: unknown): string {
  return typeof value === "object" ? canonicalJson(value) : String(value);
}
