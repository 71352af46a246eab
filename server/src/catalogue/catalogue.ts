import type { CatalogueFunction, CatalogueSection, ShownFunction } from '@portico/contract/catalogue.ts'
import type { ChargeableUnits, Quote } from '@portico/contract/price.ts'
import type { IdleAction } from './apply-overlays.ts'
import type { Fault } from './compile-check.ts'
import type { CopiedDocument } from './copy-document.ts'
import type { Entry } from './entry.ts'
import type { FindPath } from './find-path.ts'
import type { LeftOut } from './left-out.ts'
import type { LoadedFile } from './loaded-files.ts'
import type { PlainRoots } from './plain-roots.ts'
import type { PriceLayer, WrittenPrices } from './price-layer.ts'

declare module '#ctx/ctx.ts' {
  interface Ctx {
    /** At common prices; `forAccount` has those of an account. */
    catalogue: Catalogue
  }
}

/**
 * The provider's functions, read once at the start from PROVIDER_DIR/openapi, at the prices of PROVIDER_DIR/prices.yaml or of
 * applied versions (`#prices/index.ts`). An invalid document or price stops the start with its file, line and reason.
 */
export interface Catalogue {
  prices: { version: string; valid_from: string }
  entries: readonly Entry[]
  /** The documents and overlays it was read from. */
  loaded: readonly LoadedFile[]
  /** Operations that are not for sale, each with the reason and what would change it. */
  left_out: readonly LeftOut[]
  /** Overlay actions for paths that no document has. */
  idle_actions: readonly IdleAction[]
  find: FindPath
  /** First segments of the paths outside `/v3`, which are answered without an envelope. */
  roots: PlainRoots
  /** True when a path belongs to a plain document (no envelope), for any method. */
  speaksPlain(path: string): boolean
  /** Finds an entry by its id, `POST /v3/…`. */
  entry(id: string): Entry | undefined
  /** The units a task is charged for, read from its fields. */
  chargeableUnits(entry: Entry, task: unknown): ChargeableUnits
  /** The highest possible cost of a call and its final cost, in whole micros. */
  price(entry: Entry, units: ChargeableUnits): Quote
  validate(entry: Entry, task: unknown): Fault[]
  /** Converts a task's values to the types of the document where that is unambiguous. */
  plainTypes(entry: Entry, task: unknown): unknown
  /** The first fault of the path parameters. */
  validatePathParams(entry: Entry, params: Record<string, string>): Fault | undefined
  sections(): { playground: CatalogueSection[]; usage: CatalogueSection[] }
  functions(): readonly CatalogueFunction[]
  /** The functions of a Usage section; `unified-overview` has all of them. */
  functionsOf(usage_section: string): readonly CatalogueFunction[]
  show(function_id: string): ShownFunction | undefined
  /** What is sold at these prices, copied from the documents. It takes long for a large one. */
  document(): CopiedDocument
  /** Reads prices for these documents; invalid ones throw with file, line and reason. */
  readPrices(written: WrittenPrices): PriceLayer
  /** Reads prices that were applied before; a function they do not price is not for sale. */
  readApplied(written: WrittenPrices): PriceLayer
  /** The same documents at other prices; the first layer that names a function wins. */
  pricedBy(layers: readonly PriceLayer[]): Catalogue
  /** The catalogue at the current prices of this owner's account. */
  forAccount(owner_id: number): Catalogue
  /** The catalogue at an applied price version, by which a call was charged; null: the current prices. */
  byVersion(id: number | null): Catalogue
}

/** Computes once for each value that comes, as long as it is the latest: such as the entries of the documents in force. */
export function onceFor<K extends object, V>(make: (key: K) => V): (key: K) => V {
  let known: { key: K; value: V } | undefined
  return (key) => {
    if (known?.key !== key) known = { key, value: make(key) }
    return known.value
  }
}
