/** The source of the compiler input. Paths are absolute. */
export type BuildSource =
  | {
      readonly kind: "build-files";
      /** Missing ones are skipped. */
      readonly locations: readonly string[];
      readonly isNamed: boolean;
    }
  | { readonly kind: "standard-json-input"; readonly file: string; readonly compilerVersion: string };
