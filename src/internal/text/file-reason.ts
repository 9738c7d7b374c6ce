/** By the code of an error of the file system; any other keeps its own words. */
const REASONS: Readonly<Record<string, string>> = {
  ENOENT: "there is no such file or folder",
  ENOTDIR: "a part of its path is a file and not a folder",
  EISDIR: "it is a folder",
  EACCES: "this user has no access to it",
  EPERM: "this user has no access to it",
  EROFS: "its file system can only be read",
  ENOSPC: "the disk is full",
};

/** Why a file could not be read or written, in words. */
export function fileReason(error: unknown): string {
  return REASONS[codeOf(error)] ?? messageOf(error);
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** The code of an error of Node.js; empty without one. */
export function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "";
}
