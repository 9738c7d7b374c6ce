/** Reasons by file system error code. Any other error keeps its own message. */
const REASONS: Readonly<Record<string, string>> = {
  ENOENT: "there is no such file or folder",
  ENOTDIR: "part of its path is a file, not a folder",
  EISDIR: "it is a folder",
  EEXIST: "it already exists",
  EACCES: "permission denied",
  EPERM: "permission denied",
  EROFS: "its file system is read-only",
  ENOSPC: "the disk is full",
};

/** Explains why a file couldn't be read or written. */
export function explainFileError(error: unknown): string {
  return REASONS[getErrorCode(error)] ?? messageOf(error);
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Returns the code of a Node.js error, or an empty string if it has none. */
export function getErrorCode(error: unknown): string {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "";
}
