import { execFileSync } from "node:child_process";
import { mkdir, readdir, readFile, readlink, stat, symlink, writeFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { assert } from "chai";
import {
  parseReportRequests,
  prepareReports,
  writeTexts,
} from "../../src/internal/commands/write-reports.ts";
import { REPORT_FORMAT_NAMES, REPORT_MARKS } from "../../src/internal/render/format-names.ts";
import { REPORT_FORMATS } from "../../src/internal/render/formats.ts";
import { createReport, NO_SERVICES } from "../../src/internal/report/outcome.ts";
import { folderForEach } from "../helpers/build-files.ts";
import { factOf, thrownBy } from "../helpers/thrown.ts";

describe("hardhat - where reports are written", () => {
  const now = new Date();
  const times = { startedAt: now, finishedAt: now };
  const report = createReport({ ...times, network: null, services: NO_SERVICES, contracts: [] });
  const folder = folderForEach();
  const at = (name: string): string => join(folder.path, name);
  const written = (requests: Parameters<typeof writeTexts>[0]) =>
    writeTexts(requests, (format) => REPORT_FORMATS[format](report));
  const asked = (path: string) => [{ format: "json" as const, path }];

  async function assertRefused(path: string, reason: RegExp): Promise<void> {
    for (const refused of [() => prepareReports(asked(path)), () => written(asked(path))]) {
      const error = await thrownBy(refused, "VC801");
      assert.match(factOf(error, "Reason") ?? "", reason);
    }
  }

  async function assertWritten(path: string, place: string): Promise<void> {
    await prepareReports(asked(path));
    await written(asked(path));
    assert.deepEqual(JSON.parse(await readFile(place, "utf8")), JSON.parse(JSON.stringify(report)));
  }

  it("should leave nothing behind after the preparation, and only the report after writing", async () => {
    await prepareReports(asked(at("new/report.json")));
    assert.isEmpty(await readdir(at("new")));
    await assertWritten(at("new/report.json"), at("new/report.json"));
    assert.deepEqual(await readdir(at("new")), ["report.json"]);
  });

  it("should refuse a directory, and a path that ends in a slash, without creating a folder", async () => {
    await assertRefused(`${at("reports")}/`, /^it names a folder/);
    assert.isEmpty(await readdir(folder.path));
    await mkdir(at("reports"));
    await assertRefused(at("reports"), /^it is a directory$/);
  });

  it("should refuse a fifo, and keep it", async function () {
    if (process.platform === "win32") this.skip();
    execFileSync("mkfifo", [at("fifo")]);
    await assertRefused(at("fifo"), /^it isn't a regular file$/);
    assert.isTrue((await stat(at("fifo"))).isFIFO());
    assert.deepEqual(await readdir(folder.path), ["fifo"]);
  });

  it("should write to a link's target, whether it exists or not", async function () {
    if (process.platform === "win32") this.skip();
    await mkdir(at("real"));
    await writeFile(at("real/old.json"), "");
    for (const name of ["old.json", "new.json"]) {
      await symlink(join("real", name), at(name));
      await assertWritten(at(name), at(`real/${name}`));
      assert.equal(await readlink(at(name)), join("real", name));
    }
  });

  it("should refuse a folder in which no file can be created", async function () {
    // Not even root can create a file there. Missing permissions wouldn't stop root.
    if (process.platform !== "linux") this.skip();
    await assertRefused("/proc/self/report.json", /^can't create a file in \/proc\//);
  });

  describe("if the file exists or is in use", () => {
    async function assertKept(path: string, file = path): Promise<void> {
      const text = await readFile(file, "utf8");
      await assertRefused(path, /^the existing file isn't an earlier report$/);
      assert.equal(await readFile(file, "utf8"), text);
    }

    it("should keep a manifest, even through a link or under a report's name", async () => {
      await writeFile(at("manifest.json"), '{ "schema": "verify-contract-deployments/1", "contracts": [] }');
      await assertKept(at("manifest.json"));
      await assertKept(relative(process.cwd(), at("manifest.json")), at("manifest.json"));
      if (process.platform === "win32") return;
      await symlink("manifest.json", at("link.json"));
      await assertKept(at("link.json"), at("manifest.json"));
    });

    it("should replace a report only of the same format, and only under that format's extension", async () => {
      await writeFile(at("page.json"), REPORT_FORMATS.html(report));
      await assertKept(at("page.json"));
      await writeFile(at("report.txt"), REPORT_FORMATS.json(report));
      await assertRefused(at("report.txt"), /only replaced if its name ends in \.json$/);
    });

    it("should replace a report that the same run wrote, under any name", async () => {
      const requests = asked(at("verify-report"));
      await written(requests);
      await written(requests);
      await assertRefused(at("verify-report"), /only replaced if its name/);
    });

    it("should replace an earlier report of each format, and an empty file", async () => {
      const every = REPORT_FORMAT_NAMES.map((format) => {
        return { format, path: at(`report${REPORT_MARKS[format].ending}`) };
      });
      for (const { path } of every) await writeFile(path, "");
      for (const _ of ["empty", "earlier"]) {
        await prepareReports(every);
        await written(every);
      }
    });

    for (const [name, text] of Object.entries({
      "nested.json": '{ "report": { "schema": "verify-contract/1" } }',
      "M.ts": "// Contract verification by hardhat-verify-contract\n",
      "notes.md": "## Contract verification\n\nHow we do it.\n",
      "page.html": "<!doctype html>\n<title>Mine</title>\n",
      "junit.xml": '<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n  <testsuite name="mocha">\n',
    }))
      it(`should keep a user's file: ${name}`, async () => {
        await writeFile(at(name), text);
        for (const format of REPORT_FORMAT_NAMES)
          await thrownBy(() => prepareReports([{ format, path: at(name) }]), "VC801");
        assert.equal(await readFile(at(name), "utf8"), text);
      });

    it("should refuse two reports for one file, even through a link", async function () {
      if (process.platform === "win32") this.skip();
      await symlink("report.json", at("report.html"));
      const both = [...asked(at("report.json")), { format: "html", path: at("report.html") }] as const;
      const error = await thrownBy(() => prepareReports(both), "VC801");
      assert.match(factOf(error, "Reason") ?? "", /reads or writes the same file/);
    });

    it("should refuse a place where no folder can be created", async function () {
      if (process.platform !== "linux") this.skip();
      await assertRefused("/proc/x/y.json", /^can't create a folder in \/proc$/);
      await assertRefused("/proc/self/x/y/z.json", /^can't create a folder in \/proc\/self$/);
    });

    it("should refuse this process's own streams, which a shell may have redirected to a file", async function () {
      if (process.platform === "win32") this.skip();
      for (const stream of ["/dev/stdout", "/dev/stderr", "/dev/fd/1"])
        await assertRefused(stream, /^it is a process's stream; use --json /);
      if (process.platform === "linux") await assertRefused("/proc/self/fd/1", /^it is a process's stream/);
    });

    it("should refuse a file that the run itself writes, even before it exists", async () => {
      const lock = at("verify-contract.lock.json");
      await symlink(lock, at("link.json"));
      for (const path of [lock, relative(process.cwd(), lock), at("link.json")]) {
        const error = await thrownBy(() => prepareReports(asked(path), [lock]));
        assert.equal(factOf(error, "Reason"), "this run reads or writes the same file");
      }
      assert.deepEqual(await readdir(folder.path), ["link.json"]);
    });
  });
});

describe("reports - report request", () => {
  it("should accept several formats, some twice, and take everything after the first = as the path", () =>
    assert.deepEqual(parseReportRequests("json=a.json, html=a=b.html,json=b.json"), [
      { format: "json", path: "a.json" },
      { format: "html", path: "a=b.html" },
      { format: "json", path: "b.json" },
    ]));

  for (const [why, option, value, likely, next = "json=verify-contract.json"] of [
    ["a mistyped format", "markdwon=a.md", "markdwon=a.md", undefined],
    ["a name of every object", "constructor=a", "constructor=a", undefined],
    ["a missing =", "json", "json", /json=<path>/],
    ["an empty path", "json=a.json,html= ", "html=", /html=<path>/, "html=verify-contract.html"],
    ["a comma too many", "json=a.json,", "", undefined],
    ["one file for two reports", "json=a.json,html=./a.json", "html=./a.json", /already/],
  ] as const)
    it(`should refuse ${why}`, async () => {
      const error = await thrownBy(() => parseReportRequests(option), "VC107");
      assert.include(error.problem.message, `"${value}"`);
      assert.equal(factOf(error, "Formats"), "json, junit, markdown, html");
      assert.match(error.problem.likely ?? "", likely ?? /^$/);
      assert.equal(error.problem.next, `--report ${next}`);
    });
});
