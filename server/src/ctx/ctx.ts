import type { Serves } from '@portico/contract/hosts.ts'
import type { Language } from '@portico/contract/language.ts'
import type { OrderPurpose, PaymentFailure, PaymentOrder, Processor, WaitingPromo } from '@portico/contract/payments.ts'
import type { Product } from '@portico/contract/product.ts'
import type { Category, PublicScript } from '@portico/contract/script-settings.ts'
import type { Brand } from '@portico/contract/whitelabel.ts'
import type { Logger } from 'pino'
import type { Keys } from '#crypto/keys.ts'
import type { Db } from '#db/db.ts'
import type { ReadAs } from '#db/reader.ts'
import type { BeganBy } from '#db/tables.ts'
import type { Env } from '#env/env.ts'
import type { BotCheck } from '#integrations/bot-check.ts'
import type { DomainRecords } from '#integrations/domain-records.ts'
import type { FileBucket } from '#integrations/file-bucket.ts'
import type { OAuth } from '#integrations/oauth.ts'
import type { PaymentProcessor, PaymentStep } from '#integrations/payment-processor.ts'
import type { Sso } from '#integrations/sso.ts'
import type { BillingSettings, DisputeFee, PaymentSettings, Reversal } from './billing.ts'
import type { DatabaseSource } from './databases.ts'
import type { Flow, SessionStart } from './flow.ts'
import type { BrandPicture, MenuSettings, UpdateEntry } from './provider.ts'

export type { Flow, FlowParts, SessionStart, SsoConnect } from './flow.ts'

/** All a rule may touch. Time comes from here, so that tests can move it. */
export interface Ctx {
  db: Db
  /** The database as this session may read it: nothing of other accounts is in it. */
  readAs: ReadAs
  env: Env
  keys: Keys
  log: Pick<Logger, 'info' | 'warn' | 'error' | 'debug'>
  clock: { now(): Date }
  brand: Brand
  /** The address of the site that was asked. Links in mail lead to the site of the account instead. */
  origin: URL
  sites: Sites
  /** Maintenance windows and news of the provider's files. */
  planned: PlannedNotice[]
  updates: UpdateEntry[]
  products: Product[]
  /** What the provider's files offer for sale as databases. */
  databases: DatabaseSource[]
  /** Where files that are sold lie; undefined: in the data folder. */
  bucket: FileBucket | undefined
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

/** How money comes in here. */
export interface Payments {
  settings: PaymentSettings
  /** Cards and the like; undefined: there is none. */
  processor: PaymentProcessor | undefined
  listeners: PaymentListener[]
  /** Called at each step of an order; tests end the process there. */
  onStep(name: PaymentStep): void
}

/** An order as other rooms see it. */
export interface OrderFacts {
  id: string
  reference: string
  owner_id: number
  login_id: number
  processor: Processor
  purpose: OrderPurpose
  product: string | null
  amount_micros: number
  tax_micros: number
  tax_facts: Record<string, unknown>
  method_label: string
  created_at: Date
}

/**
 * What happens to an order, told in the transaction that makes it true (`db` is that transaction), once for each order. A listener
 * that throws undoes the change, which is tried again; so it only writes to the database.
 */
export interface PaymentListener {
  /** A new order, before anything is paid. */
  ordered?(ctx: Ctx, db: Db, order: OrderFacts): Promise<void>
  paid?(ctx: Ctx, db: Db, order: OrderFacts & { paid_at: Date }): Promise<void>
  failed?(ctx: Ctx, db: Db, order: OrderFacts & { failure: PaymentFailure }): Promise<void>
  /** An automatic order has failed and another one charges the back-up card, as the same try: `failed` is not called for it. */
  replaced?(ctx: Ctx, db: Db, failed: OrderFacts, next: OrderFacts): Promise<void>
  /** Asked before an order that nobody sits in front of is charged, as often as that is tried: whether it is still wanted. */
  mayCharge?(ctx: Pick<Ctx, 'db'>, order: OrderFacts): Promise<boolean>
  /** Money went back: a credit note is due. */
  reversed?(ctx: Ctx, db: Db, order: OrderFacts, reversal: Reversal): Promise<void>
  /** Money that had gone back is here again: the refund came back from the bank, or the dispute was won after all. */
  restored?(ctx: Ctx, db: Db, order: OrderFacts, reversal: Reversal): Promise<void>
  /** The fee of a dispute was taken from the balance, or given back because the dispute was won. */
  feeTaken?(ctx: Ctx, db: Db, order: OrderFacts, fee: DisputeFee): Promise<void>
  feeReturned?(ctx: Ctx, db: Db, order: OrderFacts, fee: DisputeFee): Promise<void>
  /** What a customer sees beside these orders, by their ids: documents made for them, and what was credited on top. */
  documentsOf?(ctx: Pick<Ctx, 'db'>, order_ids: string[]): Promise<Map<string, PaymentOrder['documents']>>
  promoOfOrders?(ctx: Pick<Ctx, 'db'>, order_ids: string[]): Promise<Map<string, number>>
  databaseOfOrders?(ctx: RequestCtx, order_ids: string[]): Promise<Map<string, PaymentOrder['database']>>
  /** A percentage that the next payment of this account gets on top, and what that is for an amount. */
  waitingPromo?(ctx: Pick<Ctx, 'db'>, owner_id: number): Promise<WaitingPromo | null>
  promoOn?(ctx: Pick<Ctx, 'db'>, owner_id: number, amount_micros: number): Promise<number>
  /** What goes back together with a part of this order's amount. */
  promoOfPart?(ctx: Pick<Ctx, 'db'>, order: OrderFacts, amount_micros: number): Promise<number>
}

export interface PlannedNotice {
  id: string
  starts_at: Date
  ends_at: Date
  hidden_at: Date
  text: string | null
}

/** A script of others, as the operator has set it up. */
export interface Script extends PublicScript {
  script: URL
  global: string
  /** What else it may load from and talk to. */
  origins: string[]
  /** Signs who the user is, for the chat; empty for all others. */
  secret: string
}

export interface Scripts {
  frame_origin: URL | null
  /** Asked about whatever scripts there are. */
  ask_for: Category[]
  asks: Category[]
  parties: Script[]
  revision: string
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
  /** Where staff sign in: a host of their own, or the provider's. */
  staff: Site
  /** The provider's own for an id that no host has any more. `within`: the transaction one is in. */
  withId(wl_id: number, within?: Db): Promise<Site>
  ofAccount(user_id: number): Promise<Site>
  /** After a change made here, so that the next request sees it. */
  forget(): void
}

export interface Session {
  token_hash: Buffer
  user_id: number
  is_staff: boolean
  created_at: Date
  /** When the password, a passkey or, in its own account, the sign-in service last showed who it is; null: never. */
  reauth_at: Date | null
  active_login_id: number | null
  /** The staff member who acts as this user, when it is not the user. */
  staff_id: number | null
  /** When staff last gave a code of their second factor; customers have none. */
  factor_at: Date | null
  /** The team of the active login demands a second factor, which this user has not set up. */
  is_held_back: boolean
  /** The account whose single sign-on it began with: it works on the logins of that account alone. */
  sso_owner_id: number | null
  /** Null: with an earlier version of this server. */
  began_by: BeganBy | null
  /** The white-label the user belongs to, wherever the session is. */
  home_wl_id: number
}
export type SessionChange = { active_login_id: number } | { reauth_at: Date } | { factor_at: Date }

export type CookieName = 'device' | 'signup' | 'factor'

/** One request: who asks, from where, in which language, and the one way to begin or end their session. */
export interface RequestCtx extends Ctx {
  request: { id: string; ip: string; user_agent: string; host: string }
  language: Language
  wl_id: number
  /** Whom the host of this request is for. */
  serves: Serves
  session: Session | undefined
  /** A password or a passkey is a proof of who it is from the start. Without a login the session works on the user's own. */
  startSession(user_id: number, how: SessionStart): Promise<void>
  /** Staff gave password and code just now. */
  startStaffSession(user_id: number): Promise<void>
  endSession(): Promise<void>
  /** A fresh token for the same sign-in, when it works on another login, or password or code were given again. */
  renewSession(change: SessionChange, db: Db): Promise<void>
  /** Staff become this user in a session of its own, beside their own. */
  startActing(user_id: number, reason: string): Promise<void>
  endActing(): Promise<void>
  cookies: {
    get(name: CookieName): string | undefined
    set(name: CookieName, value: string, max_age_s: number): void
    drop(name: CookieName): void
  }
  /** What links brought along, and how to add to it or take away. */
  flow: Flow
  setFlow(change: Flow): void
}

export interface UserCtx extends RequestCtx {
  session: Session
}
