import { type CheckRule, demand, failed, given, notGiven, passed } from "../check.ts";
import { restsOnSameMetadata } from "../compare/comparable.ts";
import { compareEach, compareText } from "../compare/compare-values.ts";

/** The compiler of each known language. */
const COMPILERS: Readonly<Record<string, string>> = {
  Solidity: "solc",
  Yul: "solc",
  Vyper: "vyper",
  Fe: "fe",
};

export const compilation: CheckRule = {
  id: "compilation",
  subject: "compilation fits together",
  witnesses: ["record", "build"],
  proves:
    "The record's compilation names the compiler of its language, and its contract name equals the one in its fully qualified name. Where the match covers the metadata, the language also equals that of the metadata and of the build.",
  run: (evidence) => {
    const { record, build } = evidence;
    const { language, compiler, name, fullyQualifiedName } = given(record.compilation, "the compilation");
    const called = compiler?.toLowerCase();
    if (language !== undefined && compiler !== undefined) {
      const known = Object.hasOwn(COMPILERS, language) ? COMPILERS[language] : undefined;
      if (known !== undefined && known !== called) return failed(`${known} for ${language}`, compiler);
      if (known === undefined && called !== undefined && Object.values(COMPILERS).includes(called))
        return failed(`a language of ${called}`, language);
    }
    if (fullyQualifiedName !== undefined && name !== undefined)
      demand(compareText(fullyQualifiedName.slice(fullyQualifiedName.lastIndexOf(":") + 1), name));
    if (restsOnSameMetadata(evidence) && language !== undefined) {
      const expected = build?.compilation.input.language ?? language;
      demand(compareEach(expected, [language, record.metadata?.language ?? language]));
    }
    const [missing] = Object.entries({ language, compiler, name }).filter(([, part]) => part === undefined);
    return missing === undefined
      ? passed(`${name}, ${language} by ${called}`)
      : notGiven(`the ${missing[0]} of the compilation`);
  },
};
