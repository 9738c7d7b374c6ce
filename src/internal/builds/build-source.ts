/** The source of the compiler input, with absolute paths. */
export type BuildSource =
  | {
      readonly kind: "build-files";
      /** Missing locations are skipped. */
      readonly locations: readonly string[];
      readonly isNamed: boolean;
    }
  | { readonly kind: "standard-json-input"; readonly file: string; readonly compilerVersion: string };
