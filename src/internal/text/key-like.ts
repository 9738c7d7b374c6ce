/** The replacement for a secret. */
export const HIDDEN = "***";

/** The name of a query parameter or header whose value is a secret. */
const SECRET_NAME = /key|token|secret|password|passwd|auth|credential|signature|session|cookie/i;

/** Names in paths are shorter, or words with separators and without digits. */
const SHORTEST_KEY = 16;
/** Characters of base64url, and those that join tokens. */
const KEY_CHARACTERS = /^[A-Za-z0-9_\-.~+=:|]+$/;
/** Folder names don't have such long words in mixed case. */
const SHORTEST_WORD = 20;
/** An account's address; a key in hex has another length, or no `0x`. */
const ADDRESS = /^0x[0-9a-f]{40}$/i;

export function isSecretName(name: string): boolean {
  return SECRET_NAME.test(name);
}

/** True if a text may be a key: long enough, and hex, or with letters and digits or both cases mixed. */
export function looksLikeKey(text: string): boolean {
  if (text.length < SHORTEST_KEY || ADDRESS.test(text) || !KEY_CHARACTERS.test(text)) return false;
  if (/^[0-9a-f]+$/i.test(text)) return true;
  const isMixed = /[0-9]/.test(text) && /[A-Za-z]/.test(text);
  return isMixed || (text.length >= SHORTEST_WORD && /^(?=.*[a-z])(?=.*[A-Z])[A-Za-z]+$/.test(text));
}

/** Decodes the percent-encoding of a part of a URL, as far as it is valid. */
export function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
