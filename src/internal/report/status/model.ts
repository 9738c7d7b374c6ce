import * as z from "zod";
import { count, exitCode, list, object, type Shape, shape, text, time, version } from "../fields.ts";
import { problem, tool } from "../model.ts";

const component = shape("TroubledComponent", "A component that is not operational.", {
  name: text("The component's name."),
  group: text("Name of its group.").nullable(),
  status: text(
    "`degraded_performance`, `partial_outage`, `major_outage`, `under_maintenance`, or any other text from the service.",
  ),
});

const update = z
  .unknown()
  .describe("No longer written: the newest update.")
  .meta({ deprecated: true })
  .exactOptional();

const incident = shape("OpenIncident", "An open incident.", {
  name: text("Its title."),
  state: text("`investigating`, `identified`, `monitoring`, or any other text from the service."),
  impact: text("`none`, `minor`, `major`, `critical`, or any other text from the service.").nullable(),
  since: text("When it began.").nullable(),
  update,
  link: text("URL of its page.").nullable(),
});

const maintenance = shape("Maintenance", "A maintenance window.", {
  name: text("Its title."),
  state: text("`scheduled`, `in_progress`, `verifying`, or any other text from the service."),
  from: text("Its scheduled start.").nullable(),
  until: text("Its scheduled end.").nullable(),
  update,
  link: text("URL of its page.").nullable(),
});

export const statusReportSchema = object(
  {
    schema: version("verify-contract-status/1"),
    tool,
    checkedAt: time,
    network: object(
      { name: text("The network's name."), chainId: count("The chain's id.").nullable() },
      "The Hardhat network; null after a usage error. The chain's id is null if it is not configured and the node did not answer.",
    ).nullable(),
    service: text(
      "The base URL of the status service, without credentials; null if none is configured or it is unknown.",
    ).nullable(),
    page: object(
      {
        name: text("The page's name.").nullable(),
        url: text("The page's URL.").nullable(),
        updatedAt: text("When it last changed.").nullable(),
      },
      "The status page that answered; null if none did.",
    ).nullable(),
    status: object(
      {
        indicator: text("`none`, `minor`, `major`, `critical`, or any other text from the service."),
        description: text("One sentence from the service."),
      },
      "The state of the whole network; null if it is unknown.",
    ).nullable(),
    components: list(component, "The components that are not operational, including groups."),
    incidents: list(incident, "The open incidents, in the service's order."),
    maintenance: object(
      { active: list(maintenance, "In progress now."), upcoming: list(maintenance, "Scheduled.") },
      "Current and planned maintenance.",
    ),
    exitCode: exitCode(
      "0: the indicator is none or minor. 1: major or critical. 2: usage or configuration error. 3: can't tell, run it again.",
    ),
    error: problem.exactOptional(),
  },
  "The status of a network, as `verify-contract status` prints it. States, dates and text are the service's own.",
);

export type TroubledComponent = Shape<typeof component>;
export type OpenIncident = Shape<typeof incident>;
export type Maintenance = Shape<typeof maintenance>;
export type StatusReport = Shape<typeof statusReportSchema>;
