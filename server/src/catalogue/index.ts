import { join } from 'node:path'
import { type CatalogueSection, playgroundSections, usageSections } from '@portico/contract/catalogue.ts'
import type { MenuSettings } from '#ctx/provider.ts'
import type { Env } from '#env/env.ts'
import { readText } from '#files/yaml-file.ts'
import { withAccount } from './account-document.ts'
import { applyOverlays } from './apply-overlays.ts'
import { assemble, describeOperations } from './assemble.ts'
import type { Catalogue } from './catalogue.ts'
import { type DocumentCache, NO_CACHE } from './document-cache.ts'
import type { Entry } from './entry.ts'
import { gatherFaults } from './faults.ts'
import { type LeftOut, stopWithoutSale } from './left-out.ts'
import { loadedFiles } from './loaded-files.ts'
import { readMenuFile } from './menu-file.ts'
import { reachable } from './plain-roots.ts'
import { ALL_FUNCTIONS, PRICES_FILE, readAppliedLayer, readLayer } from './price-layer.ts'
import { withoutUnknown } from './questions.ts'
import { type Addressing, readOperations } from './read-operations.ts'
import { readFolder } from './read-yaml.ts'
import { answerSample, type SampleAnswer } from './sample/answer.ts'
import { isObject, type Library } from './yaml-node.ts'

export type { Catalogue } from './catalogue.ts'
export { onceFor } from './catalogue.ts'
export { checkReport, reportText, understood } from './check-report.ts'
export type { CopiedDocument } from './copy-document.ts'
export { openDocumentCache } from './document-cache.ts'
export { documentInfo } from './document-info.ts'
export { draftOverlays } from './draft-overlay.ts'
export type { Entry } from './entry.ts'
export { isReadOnly } from './is-read-only.ts'
export { type LeftOut, leftOutText, reportLeftOut } from './left-out.ts'
export { listFields } from './list-fields.ts'
export { liveMenu } from './live-menu.ts'
export { type CallCounter, openCounter } from './measure-call.ts'
/** For code that builds an address from a path and its parameters. */
export { isPassablePathValue, isSafePathValue } from './path-params.ts'
export type { PlainRoots } from './plain-roots.ts'
export { PRICES_FILE, type PriceLayer } from './price-layer.ts'
export { allowanceWords, amountWords } from './price-words.ts'
export { groupQuestions } from './question-groups.ts'
export { isCharged } from './read-operations.ts'
export type { PlainEntry } from './read-plain.ts'
export { referredFiles } from './referred-files.ts'
export { countResults, isStreamType, lacksList, type ResultList } from './result-list.ts'
export type { SampleAnswer } from './sample/answer.ts'
export { formOf, plainFormOf } from './show.ts'
export { type PartReader, partValue, readParts } from './stream-parts.ts'

/** Settings that decide which operations can be sold, and at which addresses. */
export interface Selling extends Addressing {
  has_api_host: boolean
  /** A data source is configured: an operation of unknown kind is never sent to it. */
  has_source: boolean
}

export function sellingOf({
  api_url,
  api_prefix,
  upstream,
}: Pick<Env, 'api_url' | 'api_prefix' | 'upstream'>): Selling {
  return { prefix: api_prefix, has_api_host: api_url !== undefined, has_source: upstream.url !== undefined }
}

const SAMPLE_ONLY: Selling = { prefix: '', has_api_host: false, has_source: false }

/** A file that counts instead of, or beside, those of the provider folder. */
export interface UploadedFile {
  folder: 'documents' | 'overlays'
  name: string
  /** Null: the file of this name in the folder does not count. */
  text: string | null
}

function textsOf(uploaded: readonly UploadedFile[], folder: UploadedFile['folder']) {
  return new Map(uploaded.filter((one) => one.folder === folder).map(({ name, text }) => [name, text]))
}

export function openCatalogue(
  provider_dir: string,
  product = 'portico',
  cache: DocumentCache = NO_CACHE,
  selling = SAMPLE_ONLY,
  uploaded: readonly UploadedFile[] = [],
): Catalogue {
  const faults = gatherFaults()
  const left_out: LeftOut[] = []
  const documents_folder = join(provider_dir, 'openapi')
  const onBroken = (id: string, reason: string) =>
    left_out.push({ id, where: join(documents_folder, id), why: 'fault', reason, mend: '' })
  const sources = withAccount(
    readFolder(documents_folder, { product, cache, uploaded: textsOf(uploaded, 'documents') }, onBroken),
    product,
  )
  const { idle_actions, overlays } = applyOverlays(
    provider_dir,
    product,
    sources,
    faults,
    textsOf(uploaded, 'overlays'),
  )
  faults.settle()
  const library: Library = { sources: new Map(sources.map((one) => [one.name, one])), faults, schemas: new Map() }
  const read = readOperations(library, selling, left_out, idle_actions)
  const known = selling.has_source ? withoutUnknown(read, left_out) : read
  const { operations, roots } = reachable(known, selling.has_api_host, left_out)
  if (operations.every(({ kind }) => kind === 'account')) stopWithoutSale(left_out)
  const shapes = describeOperations(operations, library)
  const loaded = loadedFiles(sources, overlays)
  const documents = { operations, idle_actions, product, shapes, roots, left_out, library, loaded }
  const file = join(provider_dir, PRICES_FILE)
  // The prices of the folder were written for its own documents: what they do not fit is not sold before a new version does.
  const readBook = uploaded.length > 0 ? readAppliedLayer : readLayer
  const layer = readBook(documents, { ...ALL_FUNCTIONS, id: null, text: readText(file), file })
  const catalogue = assemble(documents, [layer])
  const sold = catalogue.entries.filter(({ kind, is_unpriced }) => kind !== 'account' && !is_unpriced)
  if (sold.length === 0) stopWithoutSale(catalogue.left_out)
  return catalogue
}

/** The menu of the provider's files and documents. */
export function readMenu(
  provider_dir: string,
  catalogue: Pick<Catalogue, 'sections' | 'functions'>,
  product: string,
  known: readonly string[],
): MenuSettings {
  const sections = catalogue.sections()
  const usage = compareSections(sections.usage, usageSections(product))
  const playground = compareSections(sections.playground, playgroundSections(product))
  return readMenuFile(
    provider_dir,
    {
      sections,
      unlisted: [
        ...usage.unlisted.map((id) => `/api-detail/${id}`),
        ...playground.unlisted.map((id) => `/api-playground/${id}`),
      ],
      has_empty: usage.has_empty || playground.has_empty,
      subscriptions: new Set(catalogue.functions().flatMap(({ subscription }) => subscription ?? [])),
    },
    known,
  )
}

/** The sections that the built-in menu does not list, and whether it lists any that has no functions. */
function compareSections(sections: CatalogueSection[], listed: string[]) {
  const ids = sections.map(({ id }) => id)
  return {
    unlisted: ids.filter((id) => !listed.includes(id)),
    has_empty: listed.some((id) => !ids.includes(id)),
  }
}

export { isSampleRefusal } from './sample/refusal.ts'

/** Answers of the built-in sample provider: made up, and always the same for the same task. */
export function answerFromSample(entry: Entry, task: unknown, now: Date): SampleAnswer {
  return answerSample(entry, isObject(task) ? task : {}, now)
}
