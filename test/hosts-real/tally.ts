import type { HostName } from "./host.ts";

export const tally = {
  hosts: new Set<HostName>(),
  commands: 0,
  upgradeable: 0,
  failed: 0,

  count(host: HostName): void {
    tally.hosts.add(host);
    tally.commands += 1;
  },

  line(): object {
    return { suite: "hosts", ...tally, hosts: tally.hosts.size };
  },
};
