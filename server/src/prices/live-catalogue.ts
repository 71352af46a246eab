import type { Catalogue } from '#catalogue/index.ts'

interface Sources {
  current(): Catalogue
  forAccount: Catalogue['forAccount']
  byVersion: Catalogue['byVersion']
}

/** One object for every holder of the catalogue: it always answers at the prices in force. */
export function liveCatalogue({ current, forAccount, byVersion }: Sources): Catalogue {
  return {
    get prices() {
      return current().prices
    },
    get entries() {
      return current().entries
    },
    get loaded() {
      return current().loaded
    },
    get left_out() {
      return current().left_out
    },
    get idle_actions() {
      return current().idle_actions
    },
    get roots() {
      return current().roots
    },
    speaksPlain: (path) => current().speaksPlain(path),
    find: (method, path, sent) => current().find(method, path, sent),
    entry: (id) => current().entry(id),
    chargeableUnits: (entry, task) => current().chargeableUnits(entry, task),
    price: (entry, units) => current().price(entry, units),
    validate: (entry, task) => current().validate(entry, task),
    plainTypes: (entry, task) => current().plainTypes(entry, task),
    validatePathParams: (entry, params) => current().validatePathParams(entry, params),
    sections: () => current().sections(),
    functions: () => current().functions(),
    functionsOf: (section) => current().functionsOf(section),
    show: (id) => current().show(id),
    document: () => current().document(),
    readPrices: (written) => current().readPrices(written),
    readApplied: (written) => current().readApplied(written),
    pricedBy: (layers) => current().pricedBy(layers),
    forAccount,
    byVersion,
  }
}
