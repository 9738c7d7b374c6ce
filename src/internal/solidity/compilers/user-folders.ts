import path from "node:path";

/** The environment that decides where programs keep a user's files. */
export interface User {
  readonly platform: NodeJS.Platform;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly home: string;
}

/** The cache folder of a program, as the package env-paths names it, which Hardhat uses. */
export function cacheFolder(name: string, { platform, environment, home }: User): string {
  if (platform === "darwin") return path.join(home, "Library", "Caches", name);
  if (platform === "win32")
    return path.join(environment.LOCALAPPDATA || path.join(home, "AppData", "Local"), name, "Cache");
  return path.join(environment.XDG_CACHE_HOME || path.join(home, ".cache"), name);
}

/** Hardhat 3's and Hardhat 2's folders of compilers. */
export function hardhatFolders(user: User): readonly string[] {
  const cache = cacheFolder("hardhat-nodejs", user);
  return ["compilers-v3", "compilers-v2"].map((name) => path.join(cache, name));
}

/** The folder in which svm, and so forge, keeps compilers: `~/.svm` where that is there, else in the data folder. */
export function svmFolders({ platform, environment, home }: User): readonly string[] {
  const data =
    platform === "darwin"
      ? path.join(home, "Library", "Application Support")
      : platform === "win32"
        ? environment.APPDATA || path.join(home, "AppData", "Roaming")
        : environment.XDG_DATA_HOME || path.join(home, ".local", "share");
  return [path.join(home, ".svm"), path.join(data, "svm")];
}
