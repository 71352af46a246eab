/** The build's data about itself; written into the worker when it is built. */
export interface Release {
  /** Changes with every file below. */
  id: string
  /** The page's own script, by which a page and a worker know whether they belong together. */
  entry: string
  /** Stored when the worker is installed: entry, shell, styles and fonts. */
  core: string[]
  /** Stored when the page uses that language, with the hash in the query. */
  languages: string[]
}

declare const __RELEASE__: Release

export const release: Release = __RELEASE__
