import path from "node:path";

/** Where the compiler's input comes from. Paths are absolute. */
export type BuildSource =
  /** Those of the locations that are there are read. */
  | {
      readonly kind: "build-files";
      readonly locations: readonly string[];
      /** Whether the user named them. */
      readonly isNamed: boolean;
    }
  | { readonly kind: "standard-json-input"; readonly file: string; readonly compilerVersion: string };

/** Where a project is and what it was compiled to; absolute paths. */
export interface ProjectPaths {
  readonly root: string;
  readonly artifacts: string;
}

/** What Ignition kept of each deployment, which is what was deployed, and what the project is compiled to now. */
export function defaultLocations({ artifacts, root }: ProjectPaths): readonly string[] {
  return [path.join(root, "ignition", "deployments"), artifacts];
}
