/** What the build knows of itself; written into the worker when it is built. */
export interface Release {
  /** Changes with every file below. */
  id: string
  /** The page's own script, by which a page and a worker tell whether they belong together. */
  entry: string
  /** Kept when the worker is installed: entry, shell, styles and faces. */
  core: string[]
  /** Kept when the page speaks it, with the hash in the query. */
  languages: string[]
}

declare const __RELEASE__: Release

export const release: Release = __RELEASE__
