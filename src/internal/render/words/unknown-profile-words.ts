/** Reports a profile that Foundry's configuration lacks. */
export function unknownProfileWords(profile: string): string {
  return `foundry.toml has no profile "${profile}" (FOUNDRY_PROFILE), using "default"`;
}
