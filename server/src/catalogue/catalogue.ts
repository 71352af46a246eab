import type { CatalogueFunction, CatalogueSection, ShownFunction } from '@portico/contract/catalogue.ts'
import type { ChargeableUnits, Quote } from '@portico/contract/price.ts'
import type { IdleAction } from './apply-overlays.ts'
import type { Fault } from './compile-check.ts'
import type { Entry } from './entry.ts'
import type { FindPath } from './find-path.ts'
import type { LeftOut } from './left-out.ts'
import type { PlainRoots } from './plain-roots.ts'
import type { PriceLayer, WrittenPrices } from './price-layer.ts'

/**
 * What the provider sells, read once at the start from PROVIDER_DIR/openapi and never written to, at the prices of
 * PROVIDER_DIR/prices.yaml or of versions that were applied (`#prices/index.ts`). A document or price that cannot be right stops the start with its file, line and reason.
 */
export interface Catalogue {
  prices: { version: string; valid_from: string }
  entries: readonly Entry[]
  /** What is not sold, with the reason and what would change it. */
  left_out: readonly LeftOut[]
  /** What overlays say about paths that no document has. */
  idle_actions: readonly IdleAction[]
  find: FindPath
  /** First words of the paths outside of `/v3`: they are answered without an envelope. */
  roots: PlainRoots
  /** Whether a path is answered as its document says, whatever it is asked by. */
  speaksPlain(path: string): boolean
  /** By its id, `POST /v3/…`. */
  entry(id: string): Entry | undefined
  /** What a task asks to be charged for, read from its fields. */
  chargeableUnits(entry: Entry, task: unknown): ChargeableUnits
  /** The most a call may cost and what it costs in the end, in whole micros. */
  price(entry: Entry, units: ChargeableUnits): Quote
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
  /** Prices for these documents; stops with file, line and reason where they cannot be right. */
  readPrices(written: WrittenPrices): PriceLayer
  /** Prices that were applied before: what they do not price is not for sale. */
  readApplied(written: WrittenPrices): PriceLayer
  /** The same documents at other prices; of several layers the first that names a function counts. */
  pricedBy(layers: readonly PriceLayer[]): Catalogue
  /** At the prices in force now for the account of this owner. */
  forAccount(owner_id: number): Catalogue
  /** At the prices of an applied version, which a call was charged by; null: those in force now. */
  byVersion(id: number | null): Catalogue
}
