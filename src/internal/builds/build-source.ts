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
