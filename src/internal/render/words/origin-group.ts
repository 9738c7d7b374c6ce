import type { DeploymentOrigin } from "../../report/model.ts";
import { hasRole } from "../../report/recorded-name.ts";

/** Folders that every project has. */
const USUAL = new Set(["ignition", "deployments", "broadcast", ""]);

/**
 * Tool and deployment as a JUnit class name, which CI servers group by: `ignition.chain-31337`,
 * `foundry.Deploy-s-sol-31337`. More dots would look like packages.
 */
export function originGroup(origin: DeploymentOrigin): string {
  const { tool, file } = origin;
  const parts = file.replaceAll("\\", "/").split("/");
  const name = parts.at(-1) ?? "";
  const folders = parts.slice(0, -1).filter((part) => !USUAL.has(part));
  const group =
    tool === "manifest" || hasRole(origin) || folders.length === 0
      ? name.replace(/\.\w+$/, "")
      : folders.slice(-2).join("-");
  return `${tool}.${group.replaceAll(".", "-")}`;
}
