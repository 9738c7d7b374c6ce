import type { Body } from "../../world/lying-proxy.ts";
import { put } from "../rewrites.ts";
import { is, isNot, type Mode, pick, type RecordLie } from "./record-lie.ts";

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

/** About ABI, signatures and storage layout. */
export const INTERFACE_LIES: readonly RecordLie[] = [
  {
    name: "a function with another name",
    claim: "interface",
    change: (record) => {
      const [first] = (record.abi ?? []).filter(({ type }: Body) => type === "function");
      if (first) first.name = "harmless";
      for (const each of record.signatures?.function.slice(0, 1) ?? []) each.signature = "harmless()";
    },
    fits: isNot("proxy", "low", "high"),
  },
  {
    name: "no functions at all",
    claim: "interface",
    change: (record) => put(record, { abi: [], signatures: { function: [], event: [], error: [] } }),
    fits: isNot("proxy"),
  },
  {
    name: "another contract's ABI",
    claim: "interface",
    change: (record, other) => put(record, pick(other, ["abi"])),
  },
  {
    name: "another contract's signatures",
    claim: "interface",
    change: (record, other) => put(record, pick(other, ["signatures"])),
  },
  {
    name: "a function that is said to change nothing",
    claim: "interface",
    fits: is("counter", "named", "uses-low", "uses-high"),
    change: (record) => {
      for (const each of record.abi ?? []) if (each.type === "function") each.stateMutability = "view";
    },
  },
  {
    name: "names of parameters in another order of meaning",
    claim: "interface",
    fits: is("counter", "named", "uses-low", "uses-high"),
    change: (record) => {
      for (const each of record.abi ?? []) for (const input of each.inputs ?? []) input.name = "harmless";
    },
  },
  ...layoutLies(["check-alone", "recompile"], { catches: ["storage-layout"] }),
  ...layoutLies(["check", "verify"], {}),
];
