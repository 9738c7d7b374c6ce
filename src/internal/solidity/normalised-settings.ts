import { canonicalJson } from "../text/canonical-json.ts";

type Settings = Readonly<Record<string, unknown>>;

/**
 * The settings that decide what the Solidity compiler writes, one text each, with defaults spelled out: an input
 * leaves them out, and the metadata has a form of its own (docs.soliditylang.org, "Contract Metadata"). What only one of
 * two places may name, such as the EVM version, whose default is the compiler's, is undefined where it is not named.
 */
type Normalised = Readonly<Record<string, string | undefined>>;

/** The names of the settings that differ. A setting that one of the two leaves to the compiler does not. */
export function differingSettings(expected: Settings, actual: Settings): readonly string[] {
  const [one, other] = [normalised(expected), normalised(actual)];
  return Object.keys({ ...one, ...other }).filter((name) => {
    const [text, otherText] = [one[name], other[name]];
    return text !== undefined && otherText !== undefined && text !== otherText;
  });
}

/** What the compiler's metadata always spells out, or has no place for. */
const NOT_TELLING = new Set(["evmVersion", "outputSelection", "compilationTarget"]);
/** What {@link differingSettings} compares. */
const COMPARED = new Set([
  ...["optimizer", "metadata", "debug", "evmVersion", "eofVersion", "viaIR", "remappings", "libraries"],
]);

/** The names of the settings that only one of the two spells out, so that they could mean a difference. */
export function settingsOfOneOnly(expected: Settings, actual: Settings): readonly string[] {
  const [one, other] = [normalised(expected), normalised(actual)];
  const compared = Object.keys({ ...one, ...other }).filter(
    (name) => !NOT_TELLING.has(name) && (one[name] === undefined) !== (other[name] === undefined),
  );
  const unknown = Object.keys(expected).filter((name) => !COMPARED.has(name) && !NOT_TELLING.has(name));
  return [...compared, ...unknown];
}

function normalised(settings: Settings): Normalised {
  const { optimizer, metadata, debug, evmVersion, eofVersion, viaIR, remappings, libraries } = settings;
  const { enabled, runs, details } = objectOf(optimizer);
  const { bytecodeHash, appendCBOR, useLiteralContent } = objectOf(metadata);
  return {
    // The metadata has details in place of `enabled` where they are not the standard ones.
    "optimizer.enabled": details == null ? String(enabled ?? false) : undefined,
    "optimizer.runs": String(runs ?? 200),
    ...detailsOf(details),
    viaIR: String(viaIR ?? false),
    evmVersion: named(evmVersion),
    eofVersion: named(eofVersion),
    "metadata.bytecodeHash": String(bytecodeHash ?? "ipfs"),
    "metadata.appendCBOR": String(appendCBOR ?? true),
    "metadata.useLiteralContent": String(useLiteralContent ?? false),
    "debug.revertStrings": String(objectOf(debug).revertStrings ?? "default"),
    remappings: canonicalJson(remappingsOf(remappings)),
    libraries: canonicalJson(librariesOf(libraries)),
  };
}

/** Only what is spelled out: the metadata has all of them, an input those that it changes. */
function detailsOf(details: unknown): Normalised {
  const { yulDetails, ...switches } = objectOf(details);
  const { optimizerSteps, stackAllocation } = objectOf(yulDetails);
  return {
    ...Object.fromEntries(
      Object.entries(switches).map(([name, value]) => [`optimizer.details.${name}`, named(value)]),
    ),
    "optimizer.details.yulDetails.stackAllocation": named(stackAllocation),
    // After a colon come the steps that clean up, which an input may leave to the compiler.
    "optimizer.details.yulDetails.optimizerSteps": named(optimizerSteps)?.replace(/:.*$/, ""),
  };
}

/** Sorted, each once, without the colon of a context that is empty. */
function remappingsOf(remappings: unknown): readonly string[] {
  const texts = Array.isArray(remappings) ? remappings.map((text) => String(text).replace(/^:/, "")) : [];
  return [...new Set(texts)].sort();
}

/** Addresses in lower case by `path:Name`, from that form and from the nested one. */
function librariesOf(libraries: unknown): Settings {
  return Object.fromEntries(
    Object.entries(objectOf(libraries)).flatMap(([key, value]) =>
      typeof value === "string"
        ? [[withoutColon(key), value.toLowerCase()]]
        : Object.entries(objectOf(value)).map(([name, address]) => [
            withoutColon(`${key}:${name}`),
            String(address).toLowerCase(),
          ]),
    ),
  );
}

/** Old compilers take libraries without their file. */
function withoutColon(name: string): string {
  return name.replace(/^:/, "");
}

function named(value: unknown): string | undefined {
  return value === undefined || value === null ? undefined : String(value);
}

function objectOf(value: unknown): Settings {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : {};
}
