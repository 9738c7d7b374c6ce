import { advice } from "../../../errors/next-step.ts";
import { relativeRemappings } from "../cures.ts";
import { ofLoaded } from "../subject.ts";

/** `/…`, `C:\…`, `\\server`, `file:`, `~/` */
const ABSOLUTE = /^(?:[/\\~]|[a-z]:[/\\]|file:)/i;
/** Out of the project, into a home folder. */
const PERSONAL = /^(?:\.\.\/)+(?:home|users)\//i;
const MOST_SHOWN = 3;

/** VC224. Remappings are part of the metadata and of the submission, too. */
export const sourcePath = ofLoaded(({ plan }, subject) => {
  const { sources, settings } = plan.body.stdJsonInput;
  const named = Object.keys(sources).filter(isForeign).sort();
  const remapped = remappingsOf(settings).filter((each) => isForeign(each.slice(each.indexOf("=") + 1)));
  if (named.length === 0 && remapped.length === 0) return [];
  return [
    {
      prevents: "exact_match",
      code: "VC224",
      details: {
        facts: [
          ["Sources", shown(named)],
          ["Remappings", shown(remapped)],
        ],
        likely: "a build in another folder has other metadata, so that its match is not exact",
        next:
          named.length === 0
            ? relativeRemappings(subject)
            : advice("name the files by paths that are relative to the project"),
      },
    },
  ];
});

function isForeign(path: string): boolean {
  return ABSOLUTE.test(path) || PERSONAL.test(path);
}

function shown(paths: readonly string[]): string | undefined {
  if (paths.length === 0) return undefined;
  const rest = paths.length - MOST_SHOWN;
  return [...paths.slice(0, MOST_SHOWN), ...(rest > 0 ? [`and ${rest} more`] : [])].join(", ");
}

function remappingsOf({ remappings }: Readonly<Record<string, unknown>>): readonly string[] {
  return Array.isArray(remappings) ? remappings.filter((each) => typeof each === "string") : [];
}
