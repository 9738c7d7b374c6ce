import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { sendOnce } from "../../src/internal/services/http/exchange.ts";
import { HttpClient } from "../../src/internal/services/http/http-client.ts";
import { kib, median, milliseconds, rounded, table } from "../support/figures.ts";
import { startSink } from "../support/sink.ts";
import { type LineOptions, type SlowLine, startSlowLine } from "../support/slow-line.ts";
import { solidityText } from "../support/solidity-text.ts";

const SIZES = [4, 16, 64, 256, 1024, 4096, 16_384].map((size) => size * 1024);
/** Runs over loopback take only milliseconds, so noise is large and more runs are needed. */
const LOOPBACK_RUNS_FACTOR = 5;
const PATH = "/v2/verify/1/0x0000000000000000000000000000000000000001";
const REQUEST_TIMEOUT_MS = 600_000;

type Encoding = "plain" | "gzip";
type Line = "slow" | "loopback";

interface Measurement {
  /** Size of the JSON in bytes. */
  readonly size: number;
  /** Bytes sent by the client, including headers. */
  readonly bytesUp: Readonly<Record<Encoding, number>>;
  /** From the JSON to the answer, including compression. */
  readonly ms: Readonly<Record<Line, Readonly<Record<Encoding, number>>>>;
  /** The encoding that the client chose. */
  readonly chosen: Encoding;
}

/** Compares submissions of many sizes, compressed and uncompressed, over a slow line and over loopback. */
export async function compareEncodings(line: LineOptions, runs: number) {
  console.log("\nOne submission of real Solidity, from its JSON to the service's answer");
  await using sink = await startSink();
  await using slowLine = await startSlowLine(sink.url, line);

  await timesOf(sink.url, submissionOf(1024 * 1024).json, LOOPBACK_RUNS_FACTOR);
  const measurements: Measurement[] = [];
  for (const size of SIZES) {
    const { value, json } = submissionOf(size);
    const loopback = await timesOf(sink.url, json, runs * LOOPBACK_RUNS_FACTOR);
    const slow = await timesOf(slowLine.url, json, runs);
    const plain = await bytesOf(slowLine, () => send(slowLine.url, json, "plain"));
    const compressed = await bytesOf(slowLine, () => send(slowLine.url, json, "gzip"));
    const byClient = await bytesOf(slowLine, () =>
      new HttpClient({
        service: "verification service",
        url: slowLine.url,
        requestTimeoutMs: REQUEST_TIMEOUT_MS,
      }).send({ method: "POST", path: PATH, body: value }),
    );
    measurements.push({
      size: json.length,
      bytesUp: { plain, gzip: compressed },
      ms: { slow, loopback },
      chosen: Math.abs(byClient - plain) < Math.abs(byClient - compressed) ? "plain" : "gzip",
    });
  }

  console.log(table([HEAD, ...measurements.map(cells)]));
  const paysFrom = {
    slow: paysFromBytes(measurements, "slow"),
    loopback: paysFromBytes(measurements, "loopback"),
  };
  console.log(
    `Compressing pays ${inWords(paysFrom.slow)} on the slow line, ${inWords(paysFrom.loopback)} on loopback.`,
  );

  const thresholds = measurements.map(({ size }) => ({
    fromBytes: size,
    mostLostMs: {
      slow: mostLostMs(measurements, "slow", (other) => other >= size),
      loopback: mostLostMs(measurements, "loopback", (other) => other >= size),
    },
  }));
  const chosenFrom = measurements.find(({ chosen }) => chosen === "gzip")?.size ?? null;
  console.log(
    "\nThe most that a submission loses against the better choice, if it is compressed from a size on",
  );
  console.log(
    table([
      ["from KiB", "slow ms", "loopback ms", ""],
      ...thresholds.map(({ fromBytes, mostLostMs: { slow, loopback } }) => [
        kib(fromBytes),
        milliseconds(slow),
        milliseconds(loopback),
        fromBytes === chosenFrom ? "as the client does" : "",
      ]),
    ]),
  );
  const lostMs = mostLostMs(measurements, "slow", (size) => chosenFrom !== null && size >= chosenFrom);
  const avoidableMs = rounded(lostMs - Math.min(...thresholds.map(({ mostLostMs: { slow } }) => slow)), 1);
  // Everything on this line takes a round trip anyway, and the noise of one measurement is about as large.
  const isWellChosen = avoidableMs <= line.rttMs;
  console.log(
    `The client compresses ${inWords(chosenFrom)}, which is ${isWellChosen ? "well chosen" : "not well chosen"} for the slow line: ${milliseconds(avoidableMs)} ms could be saved.`,
  );
  return {
    measurements,
    paysFromBytes: paysFrom,
    clientCompressesFromBytes: chosenFrom,
    thresholds,
    avoidableMs,
    isWellChosen,
  };
}

const HEAD = [
  "KiB",
  "gzip KiB",
  "slow: plain ms",
  "gzip ms",
  "ratio",
  "loopback: plain ms",
  "gzip ms",
  "ratio",
  "pays below Mbit/s",
  "client",
];

function cells(measurement: Measurement): readonly string[] {
  const { size, bytesUp, ms, chosen } = measurement;
  const times = ({ plain, gzip }: Measurement["ms"][Line]) => [
    milliseconds(plain),
    milliseconds(gzip),
    (plain / gzip).toFixed(2),
  ];
  return [
    kib(size),
    kib(bytesUp.gzip),
    ...times(ms.slow),
    ...times(ms.loopback),
    String(Math.round(paysBelowMbit(measurement))),
    chosen,
  ];
}

/** The bandwidth at which sending the saved bytes takes as long as compressing and decompressing on loopback. */
function paysBelowMbit({ bytesUp, ms: { loopback } }: Measurement): number {
  const costMs = loopback.gzip - loopback.plain;
  return costMs > 0 ? ((bytesUp.plain - bytesUp.gzip) * 8) / 1000 / costMs : Number.POSITIVE_INFINITY;
}

/** The smallest size from which compression is faster, at that size and all larger ones. */
function paysFromBytes(measurements: readonly Measurement[], line: Line): number | null {
  const lastLoss = measurements.findLastIndex(({ ms }) => ms[line].gzip >= ms[line].plain);
  return measurements[lastLoss + 1]?.size ?? null;
}

function inWords(bytes: number | null): string {
  return bytes === null ? "at none of these sizes" : `from ${kib(bytes)} KiB on`;
}

function mostLostMs(
  measurements: readonly Measurement[],
  line: Line,
  isCompressed: (size: number) => boolean,
): number {
  const lost = measurements.map(({ size, ms: { [line]: ms } }) => {
    return ms[isCompressed(size) ? "gzip" : "plain"] - Math.min(ms.plain, ms.gzip);
  });
  return rounded(Math.max(...lost), 1);
}

async function timesOf(url: string, json: string, runs: number): Promise<Record<Encoding, number>> {
  const times: Record<Encoding, number[]> = { plain: [], gzip: [] };
  for (let run = 0; run < runs; run++) {
    for (const encoding of run % 2 === 0 ? (["plain", "gzip"] as const) : (["gzip", "plain"] as const)) {
      const start = performance.now();
      await send(url, json, encoding);
      times[encoding].push(performance.now() - start);
    }
  }
  return { plain: rounded(median(times.plain), 1), gzip: rounded(median(times.gzip), 1) };
}

async function send(url: string, json: string, encoding: Encoding): Promise<void> {
  const { status } = await sendOnce({
    method: "POST",
    url: new URL(url + PATH),
    headers: {
      "content-type": "application/json",
      ...(encoding === "gzip" ? { "content-encoding": "gzip" } : {}),
    },
    body: encoding === "gzip" ? await promisify(gzip)(json) : json,
    // The client submits the same way.
    freshConnection: true,
    connectTimeoutMs: 10_000,
    requestTimeoutMs: REQUEST_TIMEOUT_MS,
    maxResponseBytes: 1024 * 1024,
  });
  if (status !== 200) throw new Error(`status ${status}`);
}

async function bytesOf(slowLine: SlowLine, work: () => Promise<unknown>): Promise<number> {
  slowLine.take();
  await work();
  return slowLine.take().bytesUp;
}

/** Makes a submission whose JSON has `size` bytes or slightly more. */
function submissionOf(size: number): { readonly value: unknown; readonly json: string } {
  const make = (length: number) => {
    const sources = Object.fromEntries(
      solidityText(length, 16 * 1024).map((content, index) => [`contracts/File${index}.sol`, { content }]),
    );
    const stdJsonInput = {
      language: "Solidity",
      sources,
      settings: { optimizer: { enabled: true, runs: 200 } },
    };
    return {
      stdJsonInput,
      contractIdentifier: "contracts/File0.sol:File",
      compilerVersion: "0.8.28+commit.7893614a",
    };
  };
  // Newlines and quotes take two characters in JSON.
  let length = Math.round((size * size) / JSON.stringify(make(size)).length);
  for (;;) {
    const value = make(length);
    const json = JSON.stringify(value);
    if (json.length >= size) return { value, json };
    length += size - json.length;
  }
}
