/** The replacement for a secret. */
export const HIDDEN = "***";

/** Names of query parameters and headers whose values are secret. */
const SECRET_NAME = /key|token|secret|password|passwd|auth|credential|signature|session|cookie/i;

/**
 * Minimum length of a key. Ordinary names in URL paths are shorter, or consist of words with separators and no digits.
 */
const MIN_KEY_LENGTH = 16;
/** Characters of base64url, and separators used in tokens. */
const KEY_CHARACTERS = /^[A-Za-z0-9_\-.~+=:|]+$/;
/** Minimum length of a key that has only letters. Folder names don't contain mixed-case words of this length. */
const MIN_WORD_LENGTH = 20;
/** An account's address. A key in hex has a different length, or no `0x`. */
const ADDRESS = /^0x[0-9a-f]{40}$/i;

export function isSecretName(name: string): boolean {
  return SECRET_NAME.test(name);
}

/**
 * True if text may be a key: it is long enough, and consists of hex digits, a mix of letters and digits, or letters of
 * both cases.
 */
export function looksLikeKey(text: string): boolean {
  if (text.length < MIN_KEY_LENGTH || ADDRESS.test(text) || !KEY_CHARACTERS.test(text)) return false;
  if (/^[0-9a-f]+$/i.test(text)) return true;
  const isMixed = /[0-9]/.test(text) && /[A-Za-z]/.test(text);
  return isMixed || (text.length >= MIN_WORD_LENGTH && /^(?=.*[a-z])(?=.*[A-Z])[A-Za-z]+$/.test(text));
}

/** Decodes percent-encoding in a part of a URL. Returns invalid text unchanged. */
export function decodePercent(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
