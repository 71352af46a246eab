import { join } from 'node:path'
import {
  type CatalogueFunction,
  type CatalogueSection,
  playgroundSections,
  type ShownFunction,
  usageSections,
} from '@portico/contract/catalogue.ts'
import { type Asked, askedOf, type Quote, quoteOf } from '@portico/contract/price.ts'
import { compileCheck, type Fault } from './compile-check.ts'
import type { Entry } from './entry.ts'
import { gatherFaults } from './faults.ts'
import { type FindPath, indexPaths } from './find-path.ts'
import { listSections } from './list-sections.ts'
import { validatePathParams } from './path-params.ts'
import { isObject, type Library } from './place.ts'
import { readOperations } from './read-operations.ts'
import { readPrices } from './read-prices.ts'
import { readFolder, readSource } from './read-yaml.ts'
import { answerSample, type SampleAnswer } from './sample/answer.ts'
import { setTariffs } from './set-tariff.ts'
import { groupFunctions, listFunction, showFunction } from './show.ts'
import { validate } from './validate.ts'

export type { Fault } from './compile-check.ts'
export type { Entry } from './entry.ts'
/** For whoever builds an address out of a path and its parameters. */
export { isSafePathValue } from './path-params.ts'
export type { SampleAnswer } from './sample/answer.ts'

/**
 * What the provider sells, read once at the start from PROVIDER_DIR/openapi and PROVIDER_DIR/prices.yaml and never
 * written to. A document or price that cannot be right stops the start with its file, line and reason.
 */
export interface Catalogue {
  prices: { version: string; valid_from: string }
  entries: readonly Entry[]
  find: FindPath
  /** What a task asks to be charged for, read from its fields. */
  asked(entry: Entry, task: unknown): Asked
  /** The most a call may cost and what it costs in the end, in whole micro-dollars. */
  price(entry: Entry, asked: Asked): Quote
  validate(entry: Entry, task: unknown): Fault[]
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
  const sources = readFolder(join(provider_dir, 'openapi'), { product })
  const library: Library = { sources: new Map(sources.map((one) => [one.name, one])), faults, schemas: new Map() }
  const operations = readOperations(library)
  faults.settle()
  const book = readPrices(readSource(provider_dir, 'prices.yaml', { product, as_text: true }), faults)
  faults.settle()
  const tariffs = setTariffs(operations, book, faults)
  faults.settle()

  const titles = new Map<string, string>()
  const entries = operations.map((operation): Entry => {
    const { place: _, section_title, ...described } = operation
    for (const id of [described.usage[0], described.playground])
      if (id && !titles.has(id)) titles.set(id, section_title)
    return {
      ...described,
      tariff: tariffs.get(operation) ?? null,
      check: compileCheck(described.schema),
      checkPathParams: compileCheck({ type: 'object', properties: described.path_params }),
      posted_by: null,
    }
  })
  const groups = groupFunctions(entries)
  for (const entry of entries) {
    const posted = groups.get(entry.function_id)?.find(({ kind }) => kind === 'task_post')
    if (posted && (entry.kind === 'tasks_ready' || entry.kind === 'task_get'))
      Object.assign(entry, { posted_by: posted, usage: posted.usage, playground: posted.playground })
  }
  const functions = [...groups.values()].flatMap((group) => listFunction(group) ?? [])
  const playgroundOf = (one: CatalogueFunction) => (one.playground === null ? [] : [one.playground])
  const sections = {
    playground: listSections(functions, playgroundOf, titles, playgroundSections(product)),
    usage: listSections(functions, ({ usage }) => usage, titles, usageSections(product)),
  }
  return {
    prices: { version: book.version, valid_from: book.valid_from },
    entries,
    find: indexPaths(entries),
    asked: ({ tariff }, task) => (tariff ? askedOf(tariff, isObject(task) ? task : {}) : { priority: 1 }),
    price: ({ tariff }, asked) => (tariff ? quoteOf(tariff, asked) : FREE),
    validate,
    validatePathParams,
    sections: () => sections,
    functions: () => functions,
    functionsOf: (section) =>
      section === 'unified-overview' ? functions : functions.filter(({ usage }) => usage.includes(section)),
    show: (id) => showFunction(groups.get(id) ?? []),
  }
}

/** Addresses of the sections that the fixed menu has no entry for. */
export function unlistedSections(catalogue: Pick<Catalogue, 'sections'>, product: string): string[] {
  const { usage, playground } = catalogue.sections()
  const beyond = (sections: CatalogueSection[], listed: string[]) =>
    sections.flatMap(({ id }) => (listed.includes(id) ? [] : [id]))
  return [
    ...beyond(usage, usageSections(product)).map((id) => `/api-detail/${id}`),
    ...beyond(playground, playgroundSections(product)).map((id) => `/api-playground/${id}`),
  ]
}

/** What the built-in sample provider answers: made up, and always the same for the same question. */
export function answerFromSample(entry: Entry, task: unknown, now: Date): SampleAnswer {
  return answerSample(entry, isObject(task) ? task : {}, now)
}
