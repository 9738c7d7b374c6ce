/** The source of the compiler input, with absolute paths. */
export type BuildSource =
  | BuildFiles
  | { readonly kind: "standard-json-input"; readonly file: string; readonly compilerVersion: string };

export interface BuildFiles {
  readonly kind: "build-files";
  /** Missing locations are skipped. */
  readonly locations: readonly string[];
  readonly isNamed: boolean;
}
