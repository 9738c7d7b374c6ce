// Published types. They are separate from the schemas, because the package's declarations must not refer to zod.
import type { ContractFields, ContractRecord, MatchSummary } from "../../domain/record.ts";

/** A top-level field of a stored record. The matches are always included. */
export type ContractFieldName = keyof ContractFields;

/** Fields whose parts can be requested individually. The service supports one level of nesting. */
export type FieldWithParts =
  | ("creationBytecode" | "runtimeBytecode" | "deployment" | "compilation")
  | ("stdJsonInput" | "stdJsonOutput" | "signatures" | "proxyResolution");

type PartName = {
  [Name in FieldWithParts]: `${Name}.${keyof ContractFields[Name] & string}`;
}[FieldWithParts];

/** A field, a part such as `compilation.name`, or `all`, which also looks up whether the contract is a proxy. */
export type ContractField = "all" | ContractFieldName | PartName;

type Whole<Field> = "all" extends Field ? ContractFieldName : Extract<Field, ContractFieldName>;
type WithParts<Field> = Field extends `${infer Name extends FieldWithParts}.${string}` ? Name : never;
type PartsOf<Field, Name extends FieldWithParts> = Field extends `${Name}.${infer Part}`
  ? Extract<Part, keyof ContractFields[Name]>
  : never;

/** A record with the requested fields, and the requested parts of other fields. */
export type ContractRecordOf<Field extends ContractField> = MatchSummary &
  Pick<ContractRecord, Whole<Field>> & {
    readonly [Name in Exclude<WithParts<Field>, Whole<Field>>]?: Pick<
      ContractFields[Name],
      PartsOf<Field, Name>
    > | null;
  };

/** A record without the omitted fields. */
export type ContractRecordWithout<Field extends ContractFieldName> = Omit<ContractRecord, Field>;
