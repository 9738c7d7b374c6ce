import { assertOnePace, paceOfHardhat3 } from "../helpers/package/one-pace.ts";
import { theStage } from "./stage.ts";

describe("hosts - Hardhat 3", () => {
  it("should share one request rate per host between imports and tasks in one process", async () => {
    const stage = await theStage();
    const root = stage.foundry.hosts.find(({ host }) => host.name === "hardhat3")?.host.root ?? "";
    await assertOnePace(paceOfHardhat3(root));
  });
});
