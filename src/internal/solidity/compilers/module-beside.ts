/** The URL of the module `name` beside another: Node runs the source directly, a package has both as built modules. */
export function moduleBeside(url: string, name: string): URL {
  return new URL(`./${name}${url.endsWith(".ts") ? ".ts" : ".js"}`, url);
}
