import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Problem } from '@portico/contract/problem.ts'
import { type Catalogue, PRICES_FILE, type PriceLayer, type UploadedFile } from '#catalogue/index.ts'
import type { Ctx } from '#ctx/ctx.ts'
import { startProblem } from '#db/start-problem.ts'
import { inTx } from '#db/tx.ts'
import { openDocuments } from './documents.ts'
import { liveCatalogue } from './live-catalogue.ts'
import { reportFile } from './report-file.ts'
import { booksOf, insertVersion, lockVersions, readHeads, type VersionRow, versionsOf } from './store.ts'

export { applyPrices, endOwnPrices, listPrices, previewPrices, withdrawPrices } from './apply.ts'
export { comparedBooks } from './books.ts'
export { priceWords } from './compare.ts'
export { changedGroups, keyOf, newCost } from './effect.ts'
export { priceHistory } from './history.ts'
export { commonBook } from './store.ts'

/**
 * The prices in force. Versions are applied to the database, each with its moment of effect, at least `lead_ms` ahead. Every
 * instance reads them again every few seconds, and prices no call by data older than `fresh_ms`, which is less: so all of them know
 * a version before it counts, and change to it at the same moment of the database's clock.
 */
export interface Prices {
  /** At the prices in force, for callers that hold on to it. */
  catalogue: Catalogue
  lead_ms: number
  /** The uploaded documents in force; null: those of the folder alone. */
  uploadId(): number | null
  refresh(): Promise<void>
  close(): void
}

export interface PriceTiming {
  refresh_ms: number
  fresh_ms: number
  lead_ms: number
}

const TIMING: PriceTiming = { refresh_ms: 4_000, fresh_ms: 20_000, lead_ms: 30_000 }
interface Folder {
  file_catalogue: Catalogue
  provider_dir: string
  /** The catalogue of the folder with uploaded files before its own. */
  openWith(files: UploadedFile[]): Catalogue
}

/** Catalogues of accounts with their own prices are created on demand. */
const MAX_CATALOGUES = 200

type Version = VersionRow & { layers: WeakMap<Catalogue, PriceLayer> }

export async function openPrices(
  ctx: Pick<Ctx, 'db' | 'log'>,
  { file_catalogue, provider_dir, openWith }: Folder,
  timing: PriceTiming = TIMING,
): Promise<Prices> {
  const versions = new Map<number, Version>()
  const made = new Map<string, Catalogue>()
  const documents = openDocuments(ctx, file_catalogue, openWith)
  let common: Version[] = []
  let own = new Map<number, Version[]>()
  // The time of the database's clock, and the monotonic time at which it was read.
  let read_db_ms = 0
  let read_at_ms = Number.NEGATIVE_INFINITY
  let newest_ms = 0

  // The catalogue of accounts without prices of their own, until the next version or document comes into force.
  let shared: { catalogue: Catalogue; until_ms: number } | undefined

  async function refresh() {
    await documents.refresh()
    const queried_at_ms = performance.now()
    const { now_ms, heads } = await readHeads(ctx.db)
    const books = await booksOf(
      ctx.db,
      heads.flatMap(({ id }) => (versions.has(id) ? [] : [id])),
    )
    for (const head of heads) {
      const known = versions.get(head.id)
      if (known) known.withdrawn_at = head.withdrawn_at
      else versions.set(head.id, { ...head, book: books.get(head.id) ?? null, layers: new WeakMap() })
    }
    const valid = heads.flatMap(({ id, withdrawn_at }) => (withdrawn_at ? [] : (versions.get(id) ?? [])))
    common = valid.filter(({ owner_id }) => owner_id === null)
    own = Map.groupBy(
      valid.filter(({ owner_id }) => owner_id !== null),
      ({ owner_id }) => owner_id ?? 0,
    )
    read_db_ms = now_ms
    read_at_ms = queried_at_ms
    shared = undefined
  }

  /** A slow reading is ahead by what it took, so the next one may be behind it: prices in force stay in force. */
  const nowMs = () => {
    const now_ms = read_db_ms + performance.now() - read_at_ms
    const isSet = newest_ms - now_ms > timing.fresh_ms
    newest_ms = isSet ? now_ms : Math.max(newest_ms, now_ms)
    return newest_ms
  }
  const inForce = (rows: Version[]) => {
    const now_ms = nowMs()
    return rows.findLast(({ valid_from }) => valid_from.getTime() <= now_ms)
  }
  const layerOf = (base: Catalogue, version: Version): PriceLayer[] => {
    if (version.book === null) return []
    const known = version.layers.get(base)
    if (known) return [known]
    const layer = base.readApplied({
      id: version.id,
      file: `prices ${version.version}`,
      text: version.book,
      is_partial: version.owner_id !== null,
    })
    version.layers.set(base, layer)
    return [layer]
  }
  const catalogueOf = (layers: Version[]): Catalogue => {
    const { upload_id, catalogue: base } = documents.at(nowMs())
    // The file's prices may come into force between two calls, and so may other documents.
    const name = [upload_id, isFileValid(), ...layers.map(({ id }) => id)].join('/')
    const known = made.get(name)
    if (known) return known
    const [oldest] = made.keys()
    if (oldest !== undefined && made.size >= MAX_CATALOGUES) made.delete(oldest)
    const applied = base.pricedBy(layers.flatMap((layer) => layerOf(base, layer)))
    // Applied prices that fit nothing here are those of another provider folder, so no price changes when those of the file count.
    const catalogue = hasPrices(applied) || !isFileValid() ? applied : base
    made.set(name, catalogue)
    return catalogue
  }
  const file_from_ms = new Date(file_catalogue.prices.valid_from).getTime()
  const isFileValid = () => file_from_ms <= read_db_ms
  const everybodys = (): Version => {
    const version = inForce(common) ?? common[0]
    if (!version) throw new Error('no version of the prices is in force')
    return version
  }
  const current = () => {
    const now_ms = nowMs()
    if (shared && now_ms < shared.until_ms) return shared.catalogue
    const later = common.find(({ valid_from }) => valid_from.getTime() > now_ms)?.valid_from.getTime()
    const until_ms = Math.min(later ?? Number.POSITIVE_INFINITY, documents.nextAfter(now_ms))
    const catalogue = catalogueOf([everybodys()])
    shared = { catalogue, until_ms }
    return catalogue
  }
  const forAccount = (owner_id: number) => {
    if (performance.now() - read_at_ms > timing.fresh_ms) throw new Problem('busy')
    const special = inForce(own.get(owner_id) ?? [])
    return special ? catalogueOf([special, everybodys()]) : current()
  }
  const byVersion = (id: number | null) => {
    const version = id === null ? undefined : versions.get(id)
    if (!version) return catalogueOf([everybodys()])
    return catalogueOf(version.owner_id === null ? [version] : [version, everybodys()])
  }

  const book = await applyFirst(ctx, file_catalogue, provider_dir)
  await refresh()
  reportFile(ctx, {
    book,
    file_catalogue,
    applied: common.at(-1),
    is_file_used: catalogueOf([everybodys()]) === file_catalogue,
  })
  const catalogue = liveCatalogue({ current, forAccount, byVersion })
  let is_failing = false
  const timer = setInterval(() => {
    refresh().then(
      () => {
        is_failing = false
      },
      (error) => {
        if (!is_failing) ctx.log.warn({ err: error }, 'reading price versions failed')
        is_failing = true
      },
    )
  }, timing.refresh_ms)
  timer.unref()
  const uploadId = () => documents.at(nowMs()).upload_id
  return { catalogue, lead_ms: timing.lead_ms, uploadId, refresh, close: () => clearInterval(timer) }
}

const hasPrices = ({ entries }: Catalogue) => entries.some(({ tariff }) => tariff !== null)

/** A database without prices takes those of the file; from then on only applied versions count. Returns the text of the file. */
async function applyFirst(ctx: Pick<Ctx, 'db' | 'log'>, file_catalogue: Catalogue, provider_dir: string) {
  const file = join(provider_dir, PRICES_FILE)
  const book = readFileSync(file, 'utf8')
  const { version, valid_from } = file_catalogue.prices
  await inTx(ctx.db, async (db) => {
    const now = await lockVersions(db)
    const rows = await versionsOf(db, null)
    if (rows.some(({ withdrawn_at }) => withdrawn_at === null)) return
    const from = new Date(valid_from)
    if (from > now)
      throw startProblem(
        `${file}: valid_from is ${valid_from}, which is to come, and there are no prices before it. Set it to a day that has come.`,
      )
    const first = { owner_id: null, version, valid_from: from, book, applied_at: now, actor: 'start' }
    await insertVersion(db, first)
    ctx.log.info({ version }, 'prices of the file applied: the database had none')
  })
  return book
}
