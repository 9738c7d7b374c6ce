import type { IndexedContract } from "../chain/contract-index.ts";
import { idOf } from "./result-view.ts";

/** A frame of geth's `callTracer`; nothing of it is checked yet. */
interface Frame {
  readonly type?: string;
  readonly from?: string;
  readonly to?: string;
  readonly gas?: string;
  readonly gasUsed?: string;
  readonly input?: string;
  readonly output?: string;
  readonly value?: string;
  readonly error?: string;
  readonly calls?: readonly Frame[];
}

type FindContract = (address: string) => Promise<IndexedContract | undefined>;
type Row = Readonly<Record<string, unknown>>;

/** The rows of `GET /api/v1/contracts/results/{transactionIdOrHash}/actions`, in the order of the calls. */
export async function actionsView(
  trace: object,
  timestamp: string,
  find: FindContract,
): Promise<readonly Row[]> {
  const rows: Row[] = [];
  const visit = async (frame: Frame, depth: number): Promise<void> => {
    rows.push(await actionOf(frame, depth, rows.length, timestamp, find));
    for (const call of frame.calls ?? []) await visit(call, depth + 1);
  };
  await visit(trace, 0);
  return rows;
}

async function actionOf(
  { type = "CALL", from, to, gas = "0x0", gasUsed = "0x0", input = "0x", output = "0x", value, error }: Frame,
  depth: number,
  index: number,
  timestamp: string,
  find: FindContract,
): Promise<Row> {
  const [caller, recipient] = await Promise.all(
    [from, to].map((address) => (address === undefined ? undefined : find(address.toLowerCase()))),
  );
  return {
    call_depth: depth,
    call_operation_type: type,
    call_type: type.startsWith("CREATE") ? "CREATE" : "CALL",
    caller: idOf(caller),
    caller_type: caller === undefined ? "ACCOUNT" : "CONTRACT",
    from: longZero(caller) ?? from ?? null,
    gas: Number(gas),
    gas_used: Number(gasUsed),
    index,
    input,
    recipient: idOf(recipient),
    recipient_type: recipient === undefined ? null : "CONTRACT",
    result_data: output,
    result_data_type: error === undefined ? "OUTPUT" : "REVERT_REASON",
    timestamp,
    to: longZero(recipient) ?? to ?? null,
    value: Number(value ?? "0x0"),
  };
}

/** As the ledger does, contracts are named by their number here. */
function longZero(contract: IndexedContract | undefined): string | undefined {
  return contract?.number === undefined ? undefined : `0x${contract.number.toString(16).padStart(40, "0")}`;
}
