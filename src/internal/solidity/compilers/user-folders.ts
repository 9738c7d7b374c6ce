import path from "node:path";

export interface User {
  readonly platform: NodeJS.Platform;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly home: string;
}

/** Returns a program's cache folder, named as in the env-paths package, which Hardhat uses. */
export function getCacheFolder(name: string, { platform, environment, home }: User): string {
  if (platform === "darwin") return path.join(home, "Library", "Caches", name);
  if (platform === "win32")
    return path.join(environment.LOCALAPPDATA || path.join(home, "AppData", "Local"), name, "Cache");
  return path.join(environment.XDG_CACHE_HOME || path.join(home, ".cache"), name);
}

export function listHardhatFolders(user: User): readonly string[] {
  const cache = getCacheFolder("hardhat-nodejs", user);
  return ["compilers-v3", "compilers-v2"].map((name) => path.join(cache, name));
}

/** svm, which forge also uses, keeps compilers in `~/.svm` or in the user's data folder. */
export function listSvmFolders({ platform, environment, home }: User): readonly string[] {
  const data =
    platform === "darwin"
      ? path.join(home, "Library", "Application Support")
      : platform === "win32"
        ? environment.APPDATA || path.join(home, "AppData", "Roaming")
        : environment.XDG_DATA_HOME || path.join(home, ".local", "share");
  return [path.join(home, ".svm"), path.join(data, "svm")];
}
