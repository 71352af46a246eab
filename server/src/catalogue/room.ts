import { join } from 'node:path'
import {
  type CatalogueFunction,
  type CatalogueSection,
  HTTP_METHODS,
  playgroundSections,
  type ShownFunction,
  usageSections,
} from '@portico/contract/catalogue.ts'
import { type Asked, askedOf, type Quote, quoteOf } from '@portico/contract/price.ts'
import type { MenuSettings } from '../ctx-provider.ts'
import { withAccount } from './account-document.ts'
import { applyOverlays, type IdleAction } from './apply-overlays.ts'
import { checkBeyond } from './check-beyond.ts'
import { compileCheck, type Fault } from './compile-check.ts'
import type { Entry } from './entry.ts'
import { gatherFaults } from './faults.ts'
import { type FindPath, indexPaths } from './find-path.ts'
import { joinFilters, joinTasks, listsOfApis } from './join-entries.ts'
import { listSections } from './list-sections.ts'
import { readMenuFile } from './menu-file.ts'
import { validatePathParams } from './path-params.ts'
import { isObject, type Library } from './place.ts'
import { plainRoots } from './plain-roots.ts'
import { plainTypes } from './plain-types.ts'
import { readOperations } from './read-operations.ts'
import { readPrices } from './read-prices.ts'
import { readFolder, readSource } from './read-yaml.ts'
import { answerSample, type SampleAnswer } from './sample/answer.ts'
import { setTariffs } from './set-tariff.ts'
import { groupFunctions, listFunction, showFunction } from './show.ts'
import { findUnknown, type UnknownOperation } from './unknown-operations.ts'
import { validate } from './validate.ts'

export { checkReport, reportText, understood } from './check-report.ts'
export type { Fault } from './compile-check.ts'
export { draftOverlays } from './draft-overlay.ts'
export type { Entry } from './entry.ts'
/** For whoever builds an address out of a path and its parameters. */
export { isSafePathValue } from './path-params.ts'
export type { PlainEntry } from './read-plain.ts'
export { countResults } from './result-list.ts'
export type { SampleAnswer } from './sample/answer.ts'
export { requireKnown } from './unknown-operations.ts'

/**
 * What the provider sells, read once at the start from PROVIDER_DIR/openapi and PROVIDER_DIR/prices.yaml and never
 * written to. A document or price that cannot be right stops the start with its file, line and reason.
 */
export interface Catalogue {
  prices: { version: string; valid_from: string }
  entries: readonly Entry[]
  /** What is never sent upstream, because its document does not say enough. */
  unknown: readonly UnknownOperation[]
  /** What overlays say about paths that no document has. */
  idle_actions: readonly IdleAction[]
  find: FindPath
  /** First words of the paths outside of `/v3`: they are answered without an envelope. */
  plain_roots: readonly string[]
  /** Whether a path is answered as its document says, whatever it is asked by. */
  speaksPlain(path: string): boolean
  /** By its id, `POST /v3/…`. */
  entry(id: string): Entry | undefined
  /** What a task asks to be charged for, read from its fields. */
  asked(entry: Entry, task: unknown): Asked
  /** The most a call may cost and what it costs in the end, in whole micro-dollars. */
  price(entry: Entry, asked: Asked): Quote
  validate(entry: Entry, task: unknown): Fault[]
  /** A task in the types of its document, where only one meaning is possible. */
  plainTypes(entry: Entry, task: unknown): unknown
  /** The first fault of what stands in the place of a path's templates. */
  validatePathParams(entry: Entry, params: Record<string, string>): Fault | undefined
  sections(): { playground: CatalogueSection[]; usage: CatalogueSection[] }
  functions(): readonly CatalogueFunction[]
  /** The functions of a Usage submenu; `unified-overview` has all of them. */
  functionsOf(usage_section: string): readonly CatalogueFunction[]
  show(function_id: string): ShownFunction | undefined
}

const FREE: Quote = { max_micros: 0, of: () => 0 }

export function openCatalogue(provider_dir: string, product = 'portico'): Catalogue {
  const faults = gatherFaults()
  const sources = withAccount(readFolder(join(provider_dir, 'openapi'), { product }), product)
  const idle_actions = applyOverlays(provider_dir, product, sources, faults)
  faults.settle()
  const library: Library = { sources: new Map(sources.map((one) => [one.name, one])), faults, schemas: new Map() }
  const operations = readOperations(library)
  faults.settle()
  const book = readPrices(readSource(provider_dir, 'prices.yaml', { product, as_text: true }), faults)
  faults.settle()
  const charges = setTariffs(operations, book, faults)
  faults.settle()

  const titles = new Map<string, string>()
  const entries = operations.map((operation): Entry => {
    const { place: _, answers_with: _list, price: _price, parts, section_title, ...described } = operation
    for (const id of [described.usage[0], described.playground])
      if (id && !titles.has(id)) titles.set(id, section_title)
    return {
      ...described,
      ...(charges.get(operation) ?? { tariff: null, result_list: 'family' }),
      check: compileCheck(described.schema),
      checkBeyond: checkBeyond(library, parts),
      checkPathParams: compileCheck({ type: 'object', properties: described.path_params }),
      posted_by: null,
      fetched_by: [],
      filters_of: [],
    }
  })
  const by_id = new Map(entries.map((entry) => [entry.id, entry]))
  const groups = groupFunctions(entries)
  joinTasks(groups)
  joinFilters(entries)
  const functions = [...groups.values()].flatMap((group) => listFunction(group) ?? [])
  const playgroundOf = (one: CatalogueFunction) => (one.playground === null ? [] : [one.playground])
  const sections = {
    playground: listSections(functions, playgroundOf, titles, playgroundSections(product)),
    usage: listSections(functions, ({ usage }) => usage, titles, usageSections(product)),
  }
  const find = indexPaths([...entries, ...listsOfApis(entries)])
  return {
    prices: { version: book.version, valid_from: book.valid_from },
    entries,
    unknown: findUnknown(operations, entries),
    idle_actions,
    find,
    plain_roots: plainRoots(operations, faults),
    speaksPlain: (path) => !/^\/v3(\/|$)/.test(path) || HTTP_METHODS.some((one) => find(one, path)?.entry.plain),
    entry: (id) => by_id.get(id),
    asked: ({ tariff }, task) => (tariff ? askedOf(tariff, isObject(task) ? task : {}) : { priority: 1 }),
    price: ({ tariff }, asked) => (tariff ? quoteOf(tariff, asked) : FREE),
    validate,
    plainTypes: ({ schema }, task) => plainTypes(schema, task),
    validatePathParams,
    sections: () => sections,
    functions: () => functions,
    functionsOf: (section) =>
      section === 'unified-overview' ? functions : functions.filter(({ usage }) => usage.includes(section)),
    show: (id) => showFunction(groups.get(id) ?? []),
  }
}

/** What the provider's files say of the menu. */
export function readMenu(
  provider_dir: string,
  catalogue: Pick<Catalogue, 'sections'>,
  product: string,
  known: readonly string[],
): MenuSettings {
  const unlisted = unlistedSections(catalogue, product)
  return readMenuFile(provider_dir, { sections: catalogue.sections(), unlisted }, known)
}

/** Addresses of the sections that the fixed menu has no entry for. */
function unlistedSections(catalogue: Pick<Catalogue, 'sections'>, product: string): string[] {
  const { usage, playground } = catalogue.sections()
  const beyond = (sections: CatalogueSection[], listed: string[]) =>
    sections.flatMap(({ id }) => (listed.includes(id) ? [] : [id]))
  return [
    ...beyond(usage, usageSections(product)).map((id) => `/api-detail/${id}`),
    ...beyond(playground, playgroundSections(product)).map((id) => `/api-playground/${id}`),
  ]
}

export { isSampleRefusal } from './sample/refusal.ts'

/** What the built-in sample provider answers: made up, and always the same for the same question. */
export function answerFromSample(entry: Entry, task: unknown, now: Date): SampleAnswer {
  return answerSample(entry, isObject(task) ? task : {}, now)
}
