/** A profile that Foundry's configuration lacks, in a few words. */
export function unknownProfileWords(profile: string): string {
  return `FOUNDRY_PROFILE names "${profile}", which foundry.toml does not have: "default" is taken`;
}
