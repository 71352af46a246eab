import type { MenuSettings } from '#ctx/provider.ts'
import type { Log } from '#db/log.ts'
import type { Catalogue } from './catalogue.ts'

interface Source {
  first: MenuSettings
  readFrom(catalogue: Catalogue): MenuSettings
  log: Pick<Log, 'error'>
}

/** The menu of the documents in force, for every holder of it. One that cannot be read leaves the one before it. */
export function liveMenu(catalogue: Catalogue, { first, readFrom, log }: Source): MenuSettings {
  let known = first
  let of: unknown
  const current = () => {
    const sections = catalogue.sections()
    if (of === undefined || of === sections) {
      of = sections
      return known
    }
    of = sections
    try {
      known = readFrom(catalogue)
    } catch (error) {
      log.error({ err: error }, 'menu of the uploaded documents cannot be read, the one before it counts')
    }
    return known
  }
  return {
    get usage() {
      return current().usage
    },
    get playground() {
      return current().playground
    },
    get is_own_only() {
      return current().is_own_only
    },
    get hidden() {
      return current().hidden
    },
    get unlisted() {
      return current().unlisted
    },
  }
}
