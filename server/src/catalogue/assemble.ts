import { type CatalogueFunction, HTTP_METHODS, playgroundSections, usageSections } from '@portico/contract/catalogue.ts'
import { plainTypes } from '@portico/contract/plain-types.ts'
import { chargeableUnits, FREE_QUOTE, quoteOf } from '@portico/contract/price.ts'
import { ajvCheck } from './ajv-check.ts'
import type { IdleAction } from './apply-overlays.ts'
import type { Catalogue } from './catalogue.ts'
import { type Check, compileCheck } from './compile-check.ts'
import { copyDocument } from './copy-document.ts'
import type { Entry } from './entry.ts'
import { indexPaths } from './find-path.ts'
import { joinFilters, joinTasks, listsOfApis } from './join-entries.ts'
import type { LeftOut } from './left-out.ts'
import { listSections } from './list-sections.ts'
import type { LoadedFile } from './loaded-files.ts'
import { validatePathParams } from './path-params.ts'
import type { PlainRoots } from './plain-roots.ts'
import { type PriceLayer, readAppliedLayer, readLayer } from './price-layer.ts'
import { isCharged, type Operation } from './read-operations.ts'
import { groupFunctions, listFunction, showFunction } from './show.ts'
import { validate } from './validate.ts'
import { isObject, type Library } from './yaml-node.ts'

/** The operations of the documents without prices. */
type Shape = Omit<Entry, 'result_list' | 'tariff' | 'is_unpriced' | 'price_version'>

export interface Documents {
  operations: Operation[]
  idle_actions: readonly IdleAction[]
  product: string
  shapes: ReadonlyMap<Operation, Shape>
  library: Library
  roots: PlainRoots
  left_out: readonly LeftOut[]
  loaded: readonly LoadedFile[]
}

export function describeOperations(operations: Operation[], library: Library): Documents['shapes'] {
  return new Map(
    operations.map((operation) => {
      const {
        node: _,
        open: _open,
        documented: _documented,
        answers_with: _list,
        answer_lists: _lists,
        answer_numbers: _numbers,
        price: _price,
        section_title: _title,
        parts,
        ...described
      } = operation
      const shape: Shape = {
        ...described,
        check: whenUsed(() => compileCheck(described.schema)),
        ajvCheck: ajvCheck(library, parts),
        checkPathParams: whenUsed(() => compileCheck({ type: 'object', properties: described.path_params })),
        posted_by: null,
        fetched_by: [],
        filters_of: [],
      }
      return [operation, shape]
    }),
  )
}

/** Checks are compiled on first use, because most functions of a provider are never called. */
function whenUsed(compile: () => Check): Check {
  let check: Check | undefined
  return (value, into) => {
    check ??= compile()
    check(value, into)
  }
}

const V3 = /^\/v3(\/|$)/
/** The first segment has a template, which `v3` may match. */
const ANY_ROOT = /^\/[^/]*\{/

/** The catalogue at these prices; the first layer that prices an operation wins. */
export function assemble(documents: Documents, layers: readonly PriceLayer[]): Catalogue {
  const { operations, idle_actions, product, shapes, roots, left_out, library, loaded } = documents
  const titles = new Map<string, string>()
  const described = operations.flatMap((operation) => {
    const { usage, playground, section_title } = operation
    for (const id of [usage[0], playground]) if (id && !titles.has(id)) titles.set(id, section_title)
    const shape = shapes.get(operation)
    return shape ? [{ entry: { ...shape, ...priceOf(operation, layers) }, documented: operation.documented }] : []
  })
  const entries = described.map(({ entry }) => entry)
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
  // Needed for every call, and most providers have no plain document there.
  const has_plain_v3 = entries.some(({ plain, path }) => plain !== null && (V3.test(path) || ANY_ROOT.test(path)))
  const { version = '', valid_from = '' } = layers.at(-1) ?? {}
  const catalogue: Catalogue = {
    prices: { version, valid_from },
    entries,
    loaded,
    left_out: [...left_out, ...layers.flatMap((layer) => layer.left_out)],
    idle_actions,
    find,
    roots,
    speaksPlain: (path) => !V3.test(path) || (has_plain_v3 && HTTP_METHODS.some((one) => find(one, path)?.entry.plain)),
    entry: (id) => by_id.get(id),
    chargeableUnits: ({ tariff }, task) =>
      tariff ? chargeableUnits(tariff, isObject(task) ? task : {}) : { priority: 1 },
    price: ({ tariff }, units) => (tariff ? quoteOf(tariff, units) : FREE_QUOTE),
    validate,
    plainTypes: ({ schema }, task) => plainTypes(schema, task),
    validatePathParams,
    sections: () => sections,
    functions: () => functions,
    functionsOf: (section) =>
      section === 'unified-overview' ? functions : functions.filter(({ usage }) => usage.includes(section)),
    show: (id) => showFunction(groups.get(id) ?? []),
    document: () =>
      copyDocument(
        library,
        described.filter(({ entry }) => !entry.is_unpriced),
      ),
    readPrices: (written) => readLayer(documents, written),
    readApplied: (written) => readAppliedLayer(documents, written),
    pricedBy: (others) => assemble(documents, others),
    forAccount: () => catalogue,
    byVersion: () => catalogue,
  }
  return catalogue
}

function priceOf(operation: Operation, layers: readonly PriceLayer[]) {
  const layer = layers.find(({ charges }) => charges.has(operation))
  const charge = layer?.charges.get(operation)
  const is_sold = isCharged(operation.kind)
  return {
    tariff: charge?.tariff ?? null,
    result_list: charge?.result_list ?? ('family' as const),
    is_unpriced: is_sold && !charge?.tariff,
    price_version: is_sold ? (layer?.id ?? null) : null,
  }
}
