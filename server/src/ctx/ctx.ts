import type { Serves } from '@portico/contract/hosts.ts'
import type { Language } from '@portico/contract/language.ts'
import type { PaymentFailure, PaymentOrder, WaitingPromo } from '@portico/contract/payments.ts'
import type { Product } from '@portico/contract/product.ts'
import type { Brand } from '@portico/contract/whitelabel.ts'
import type { Logger } from 'pino'
import type { Keys } from '#crypto/keys.ts'
import type { BeganBy } from '#db/column-types.ts'
import type { Db } from '#db/db.ts'
import type { ReadAs } from '#db/reader.ts'
import type { Replicas } from '#db/replicas.ts'
import type { Env } from '#env/env.ts'
import type { BotCheck } from '#integrations/bot-check.ts'
import type { DomainRecords } from '#integrations/domain-records.ts'
import type { FileBucket } from '#integrations/file-bucket.ts'
import type { OAuth } from '#integrations/oauth.ts'
import type { PaymentProcessor, PaymentStep } from '#integrations/payment-processor.ts'
import type { Sso } from '#integrations/sso.ts'
import type { BillingSettings, DisputeChange, DisputeFee, OrderFacts, PaymentSettings, Reversal } from './billing.ts'
import type { DatabaseSource } from './databases.ts'
import type { Flow, SessionStart } from './flow.ts'
import type { Memory } from './memory.ts'
import type { MovedDays } from './moved-days.ts'
import type { BrandPicture, MenuSettings, PlannedNotice, UpdateEntry } from './provider.ts'
import type { Scripts } from './scripts.ts'
import type { StaffCaller } from './staff-caller.ts'
import type { TokenCaller } from './token-caller.ts'

export type { OrderFacts } from './billing.ts'
export type { Flow, FlowParts, SessionStart, SsoConnect } from './flow.ts'
export type { Script, Scripts } from './scripts.ts'

/** Everything a rule may touch. Time comes from here, so that tests can move it. */
export interface Ctx {
  db: Db
  /** The database as this session may read it: without rows of other accounts. */
  readAs: ReadAs
  /** Answer what endpoints declare to read from a replica. */
  replicas?: Replicas
  env: Env
  keys: Keys
  log: Pick<Logger, 'info' | 'warn' | 'error' | 'debug'>
  clock: { now(): Date }
  brand: Brand
  /** The origin of the requested site. Links in mail lead to the site of the account instead. */
  origin: URL
  sites: Sites
  /** Maintenance windows and news of the provider's files. */
  planned: PlannedNotice[]
  updates: UpdateEntry[]
  products: Product[]
  /** By product: the moment at which a paid subscription of an account is renewed or ends. */
  subscriptionEnds(ctx: Pick<Ctx, 'db' | 'clock'>, owner_id: number): Promise<Record<string, Date>>
  /** Databases the provider's files offer for sale. */
  databases: DatabaseSource[]
  /** The store of files that are sold and of moved days; undefined: the data folder. */
  bucket: FileBucket | undefined
  /** Usage and errors of old days, whose rows are in files. */
  moved: MovedDays
  scripts: Scripts
  billing: BillingSettings
  botCheck: BotCheck
  oauth: OAuth
  sso: Sso
  records: DomainRecords
  payments: Payments
  menu: MenuSettings
  /** Pictures of the provider's files. */
  pictures: readonly BrandPicture[]
}

/** Payment settings and processor. */
export interface Payments {
  settings: PaymentSettings
  /** Cards and the like; undefined: there is none. */
  processor: PaymentProcessor | undefined
  listeners: PaymentListener[]
  /** Called at each step of an order; tests end the process there. */
  onStep(name: PaymentStep): void
}

/**
 * Events of an order, emitted in the transaction that makes them true (`db` is that transaction), once for each order.
 * A listener that throws undoes the change, which is tried again; so it only writes to the database.
 */
export interface PaymentListener {
  /** A new order, before anything is paid. */
  ordered?(ctx: Ctx, db: Db, order: OrderFacts): Promise<void>
  paid?(ctx: Ctx, db: Db, order: OrderFacts & { paid_at: Date }): Promise<void>
  failed?(ctx: Ctx, db: Db, order: OrderFacts & { failure: PaymentFailure }): Promise<void>
  /** A failed automatic order is followed by one for the backup card, as the same try: `failed` is not called. */
  replaced?(ctx: Ctx, db: Db, failed: OrderFacts, next: OrderFacts): Promise<void>
  /** Called before each try to charge an automatic order: false cancels it. */
  mayCharge?(ctx: Pick<Ctx, 'db'>, order: OrderFacts): Promise<boolean>
  /** Money went back: a credit note is due. */
  reversed?(ctx: Ctx, db: Db, order: OrderFacts, reversal: Reversal): Promise<void>
  /** Money that had gone back has returned: the bank rejected the refund, or the dispute was won after all. */
  restored?(ctx: Ctx, db: Db, order: OrderFacts, reversal: Reversal): Promise<void>
  /** A bank opened a dispute, or decided it. */
  disputed?(ctx: Ctx, db: Db, order: OrderFacts, dispute: DisputeChange): Promise<void>
  /** The fee of a dispute was taken from the balance, or given back because the dispute was won. */
  feeTaken?(ctx: Ctx, db: Db, order: OrderFacts, fee: DisputeFee): Promise<void>
  feeReturned?(ctx: Ctx, db: Db, order: OrderFacts, fee: DisputeFee): Promise<void>
  /** What a customer sees beside these orders, by their ids: their documents, and what was credited on top. */
  documentsOf?(ctx: Pick<Ctx, 'db'>, order_ids: string[]): Promise<Map<string, PaymentOrder['documents']>>
  promoOfOrders?(ctx: Pick<Ctx, 'db'>, order_ids: string[]): Promise<Map<string, number>>
  databaseOfOrders?(ctx: RequestCtx, order_ids: string[]): Promise<Map<string, PaymentOrder['database']>>
  /** A percentage that the next payment of this account gets on top, and its amount for a payment. */
  waitingPromo?(ctx: Pick<Ctx, 'db'>, owner_id: number): Promise<WaitingPromo | null>
  promoOn?(ctx: Pick<Ctx, 'db'>, owner_id: number, amount_micros: number): Promise<number>
  /** The promo credit that goes back together with a part of this order's amount. */
  promoOfPart?(ctx: Pick<Ctx, 'db'>, order: OrderFacts, amount_micros: number): Promise<number>
}

/** A host with its brand; `wl_id` 0 is the provider's own. */
export interface Site {
  wl_id: number
  origin: URL
  brand: Brand
  serves: Serves
}

export interface Sites {
  own: Site
  of(host: string): Promise<Site>
  /** Without the database, as it was last read; undefined where the host may be a white-label's that was never read. */
  lastOf(host: string): Site | undefined
  /** The site where staff sign in: a host of their own, or the provider's. */
  staff: Site
  /** The provider's own for an id that no host has any more. `within`: the current transaction. */
  withId(wl_id: number, within?: Db): Promise<Site>
  ofAccount(user_id: number): Promise<Site>
  /** Called after a change made here, so that the next request sees it. */
  forget(): void
}

export interface Session {
  token_hash: Buffer
  user_id: number
  is_staff: boolean
  created_at: Date
  /** When the password, a passkey or, in its own account, the sign-in service last verified the user; null: never. */
  reauth_at: Date | null
  active_login_id: number | null
  /** The staff member who acts as this user; null in the user's own session. */
  staff_id: number | null
  /** When staff last gave a code of their second factor; null for customers. */
  factor_at: Date | null
  /** True where the team of the active login demands a second factor that this user has not set up. */
  is_held_back: boolean
  /** The account whose single sign-on it began with: it works on the logins of that account alone. */
  sso_owner_id: number | null
  /** Null: it began with an earlier version of this server. */
  began_by: BeganBy | null
  /** The white-label the user belongs to, on whatever host the session is. */
  home_wl_id: number
  memory?: Memory
}
export type SessionChange = { active_login_id: number } | { reauth_at: Date } | { factor_at: Date }

export type CookieName = 'device' | 'signup' | 'factor'

/** One request: its caller, address and language, and the only way to begin or end their session. */
export interface RequestCtx extends Ctx {
  request: { id: string; ip: string; user_agent: string; host: string; consent?: string | undefined }
  language: Language
  wl_id: number
  /** The audiences of this request's host. */
  serves: Serves
  session: Session | undefined
  /** The staff member who calls an operator's endpoint from the console; the command line has its token instead. */
  staff?: StaffCaller
  /** The program that calls it with a token. */
  token?: TokenCaller
  /** A password or a passkey verifies the user from the start. */
  startSession(user_id: number, how: SessionStart): Promise<void>
  /** Staff gave password and code just now. */
  startStaffSession(user_id: number): Promise<void>
  endSession(): Promise<void>
  /** A fresh token for the same sign-in, when the login changes, or password or code were given again. */
  renewSession(change: SessionChange, db: Db): Promise<void>
  /** Staff act as this user in a separate session, beside their own. */
  startActing(user_id: number, reason: string): Promise<void>
  endActing(): Promise<void>
  cookies: {
    get(name: CookieName): string | undefined
    set(name: CookieName, value: string, max_age_s: number): void
    drop(name: CookieName): void
  }
  /** What links brought along, and how to add to it or remove from it. */
  flow: Flow
  setFlow(change: Flow): void
}

export interface UserCtx extends RequestCtx {
  session: Session
}
