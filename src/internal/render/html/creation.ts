import type { ContractReport, DecodedValue } from "../../report/model.ts";
import { type Html, html } from "../markup.ts";
import type { CellKind } from "./code-cells.ts";
import { KIND_WORDS, swatch } from "./code-kinds.ts";
import { bar } from "./code-strip.ts";
import { copied } from "./parts.ts";

/** The creation code as one bar, and the constructor's arguments. */
export function creationSection({ code, constructorArguments }: ContractReport): Html {
  const creation = code?.creation;
  const rows = argumentRows(constructorArguments);
  if (creation === undefined && rows.length === 0) return html``;
  const table =
    rows.length === 0
      ? ""
      : html`<table class="plain parts"><thead><tr><th scope="col">Constructor argument</th><th scope="col">Value</th></tr></thead><tbody>${html.join(rows, "\n")}</tbody></table>`;
  return html`<section class="part"><h2>The creation code</h2>${creation === undefined ? "" : creationBar(creation)}${table}</section>`;
}

function creationBar({ bytes, parts }: NonNullable<NonNullable<ContractReport["code"]>["creation"]>): Html {
  const kinds = [...Map.groupBy(parts, ({ kind }) => kind)].map(([kind, of]) => {
    const sum = of.reduce((total, { length }) => total + length, 0);
    return html`<li>${swatch(kind as CellKind)} ${KIND_WORDS[kind]}, ${`${sum.toLocaleString("en")} B`}</li>`;
  });
  return html`<p class="soft">${`${bytes.toLocaleString("en")} bytes.`}</p><div class="wide">${bar(bytes, parts, "code", 1000, 18)}</div><ul class="key">${kinds}</ul>`;
}

function argumentRows(constructorArguments: ContractReport["constructorArguments"]): readonly Html[] {
  if (constructorArguments === null || constructorArguments.encoded === "0x") return [];
  const { decoded, encoded } = constructorArguments;
  return decoded === null
    ? [
        html`<tr><th scope="row">${swatch("arguments")} not decoded: the ABI does not fit</th><td><code>${encoded}</code></td></tr>`,
      ]
    : decoded.flatMap((value) => valueRows(value, 0));
}

/** A struct has a row for itself and one for each field. */
function valueRows(argument: DecodedValue, depth: number): readonly Html[] {
  const { name, type, declaredType, value, member, fields } = argument;
  const indent =
    depth === 0 ? swatch("arguments") : html`<span class="nested d${String(Math.min(depth, 4))}"></span>`;
  const shown = fields === undefined ? valueHtml(value, member) : "";
  return [
    html`<tr><th scope="row">${indent} ${name} <span class="soft">${declaredType ?? type}</span></th><td>${shown}</td></tr>`,
    ...(fields ?? []).flatMap((field) => valueRows(field, depth + 1)),
  ];
}

function valueHtml(value: string, member: string | undefined): Html {
  const shown = /^0x[0-9a-fA-F]{40}$/.test(value) ? copied("address", value) : html`<code>${value}</code>`;
  return member === undefined ? shown : html`${shown} ${member}`;
}
