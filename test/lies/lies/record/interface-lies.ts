import type { Body } from "../../world/lying-proxy.ts";
import { put } from "../rewrites.ts";
import { is, isNot, type Mode, pick, type RecordLie, told } from "./record-lie.ts";

function layoutLies(
  modes: readonly Mode[],
  more: Pick<RecordLie, "catches" | "limit">,
): readonly RecordLie[] {
  return [
    {
      name: "another storage layout",
      claim: "interface",
      ...more,
      modes,
      fits: ({ compiler, kind }) => compiler.startsWith("0.8") && kind === "named",
      change: (record) => {
        const [one, two]: Body[] = record.storageLayout?.storage ?? [];
        if (one && two) [one.label, two.label] = [two.label, one.label];
      },
    },
    {
      name: "a storage layout of one variable more",
      claim: "interface",
      ...more,
      modes,
      fits: (subject) => subject.compiler.startsWith("0.8") && is("counter", "named", "child")(subject),
      change: (record) => {
        const storage: Body[] | undefined = record.storageLayout?.storage;
        const last = storage?.at(-1);
        if (last) storage?.push({ ...last, label: "admin", slot: String(Number(last.slot) + 1) });
      },
    },
  ];
}

export const INTERFACE_LIES: readonly RecordLie[] = [
  told("a function with another name", "interface", { fits: isNot("proxy", "low", "high") }, (record) => {
    const [first] = (record.abi ?? []).filter(({ type }: Body) => type === "function");
    if (first) first.name = "harmless";
    for (const each of record.signatures?.function.slice(0, 1) ?? []) each.signature = "harmless()";
  }),
  told("no functions at all", "interface", { fits: isNot("proxy") }, (record) =>
    put(record, { abi: [], signatures: { function: [], event: [], error: [] } }),
  ),
  told("another contract's ABI", "interface", {}, (record, other) => put(record, pick(other, ["abi"]))),
  told("another contract's signatures", "interface", {}, (record, other) =>
    put(record, pick(other, ["signatures"])),
  ),
  told(
    "a function that is said to change nothing",
    "interface",
    { fits: is("counter", "named", "uses-low", "uses-high") },
    (record) => {
      for (const each of record.abi ?? []) if (each.type === "function") each.stateMutability = "view";
    },
  ),
  told(
    "names of parameters in another order of meaning",
    "interface",
    { fits: is("counter", "named", "uses-low", "uses-high") },
    (record) => {
      for (const each of record.abi ?? []) for (const input of each.inputs ?? []) input.name = "harmless";
    },
  ),
  ...layoutLies(["check-alone", "recompile"], { catches: ["storage-layout"] }),
  ...layoutLies(["check", "verify"], {}),
];
