/** @file Rewrites a file like the lock file, alternating two texts, until it is killed. */
import { writeReportFile } from "../../src/internal/commands/write-reports.ts";

const [file = "", count = "1"] = process.argv.slice(2);
/** Long enough that writing takes a while: 2,000 contracts need about 2 MB. */
const texts = ["a", "b"].map((letter) => `${letter.repeat(2_000_000)}${count}\n`);
process.stdout.write("ready\n");
for (;;) for (const text of texts) await writeReportFile(file, text);
