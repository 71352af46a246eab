import type { DocumentKind } from '@portico/contract/tax.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#db/db.ts'

export interface ListedDocument {
  id: string
  number: string
  kind: DocumentKind
  wl_id: number
  owner_id: number
  customer: string
  country: string | null
  reference: string
  amount_micros: number
  tax_micros: number
  issued_at: Date
}

export interface DocumentFilter {
  kind: DocumentKind | undefined
  from: Date | undefined
  until: Date | undefined
  before: { at: Date; id: string } | undefined
  limit: number
}

/** The country as it was frozen with the document; those of earlier versions have it with the order. */
const COUNTRY = sql<string | null>`coalesce(d.content -> 'parties' -> 'buyer' ->> 'country', o.tax_facts ->> 'country')`

/** Documents of all accounts, newest first. Each table is read along its own index up to the limit. */
export async function listAllDocuments(db: Db, filter: DocumentFilter): Promise<ListedDocument[]> {
  const { kind, from, until, before, limit } = filter
  const rows = (table: 'billing_documents' | 'billing_notes'): RawBuilder<unknown> => {
    const wanted = [
      sql`true`,
      ...(kind === undefined ? [] : [sql`kind = ${kind}`]),
      ...(from === undefined ? [] : [sql`issued_at >= ${from}`]),
      ...(until === undefined ? [] : [sql`issued_at < ${until}`]),
      ...(before === undefined ? [] : [sql`(issued_at, id) < (${before.at}::timestamptz, ${before.id}::uuid)`]),
    ]
    return sql`(select id, number, kind, wl_id, owner_id, order_id, amount_micros, tax_micros, issued_at, content
      from ${sql.table(table)} where ${sql.join(wanted, sql` and `)} order by issued_at desc, id desc limit ${limit})`
  }
  const { rows: found } = await sql<ListedDocument>`
    select d.id, d.number, d.kind, d.wl_id, d.owner_id, coalesce(d.content -> 'customer' ->> 'name', '') as customer,
        ${COUNTRY} as country, o.reference, d.amount_micros, d.tax_micros, d.issued_at
      from (${rows('billing_documents')} union all ${rows('billing_notes')}) d join payment_orders o on o.id = d.order_id
      order by d.issued_at desc, d.id desc limit ${limit}`.execute(db)
  return found
}

export interface NumberSeries {
  wl_id: number
  kind: DocumentKind
  last: number
  count: number
  last_number: string | null
  gaps: { from: number; to: number }[]
}

const GAPS_MAX = 100

/** The series of a year in a table, each by a step along its index: counting them would read every document. */
function seriesIn(table: 'billing_documents' | 'billing_notes', year: number): RawBuilder<unknown> {
  const next = (after: RawBuilder<unknown>) => sql`
    select d.wl_id, d.kind from ${sql.table(table)} d where ${after} and d.year = ${year} order by d.wl_id, d.kind limit 1`
  return sql`(${next(sql`true`)}) union all
    select n.* from found f, lateral (${next(sql`(d.wl_id, d.kind) > (f.wl_id, f.kind)`)}) n`
}

/** Each series of a year with what is missing between one and the last number that was given out. */
export async function numberSeries(db: Db, year: number): Promise<NumberSeries[]> {
  const ofSeries = (table: 'billing_documents' | 'billing_notes') =>
    sql`from ${sql.table(table)} d where d.wl_id = p.wl_id and d.kind = p.kind and d.year = ${year}`
  const lastIn = (table: 'billing_documents' | 'billing_notes') =>
    sql`(select d.number, d.sequence from ${sql.table(table)} d where d.wl_id = s.wl_id and d.kind = s.kind and d.year = ${year}
          order by d.sequence desc limit 1)`
  const { rows } = await sql<NumberSeries>`
    with d as not materialized (
      select wl_id, kind, sequence from billing_documents where year = ${year}
      union all select wl_id, kind, sequence from billing_notes where year = ${year}
    ),
    series as (
      select p.wl_id, p.kind,
          (select count(*) ${ofSeries('billing_documents')})::integer + (select count(*) ${ofSeries('billing_notes')})::integer as count,
          greatest(
            (select c.last from billing_counters c where c.wl_id = p.wl_id and c.kind = p.kind and c.year = ${year}),
            (select max(d.sequence) ${ofSeries('billing_documents')}), (select max(d.sequence) ${ofSeries('billing_notes')})
          ) as last
        from (
          select wl_id, kind from billing_counters where year = ${year}
          union (with recursive found as (${seriesIn('billing_documents', year)}) select * from found)
          union (with recursive found as (${seriesIn('billing_notes', year)}) select * from found)
        ) p
    ),
    holes as materialized (
      select wl_id, kind, sequence - gap as "from", sequence - 1 as "to" from (
        select wl_id, kind, sequence, sequence - 1 - coalesce(lag(sequence) over (partition by wl_id, kind order by sequence), 0) as gap
          from (
            select wl_id, kind, sequence from d join series s using (wl_id, kind) where s.count <> s.last
            union all select wl_id, kind, last + 1 from series where count <> last
          ) numbers
      ) steps where gap > 0
    )
    select wl_id, kind, last, count,
        (select number from (${lastIn('billing_documents')} union all ${lastIn('billing_notes')}) n order by sequence desc limit 1) as last_number,
        coalesce((
          select jsonb_agg(jsonb_build_object('from', h."from", 'to', h."to") order by h."from")
            from (select * from holes h where h.wl_id = s.wl_id and h.kind = s.kind order by h."from" limit ${GAPS_MAX}) h
        ), '[]') as gaps
      from series s order by wl_id, kind`.execute(db)
  return rows
}

export interface TaxSum {
  wl_id: number
  seller_country: string | null
  country: string | null
  note: 'none' | 'tax' | 'reverse_charge' | 'not_taxable'
  rate_bp: number
  invoices: number
  credit_notes: number
  amount_micros: number
  tax_micros: number
  declared_currency: string | null
  declared_micros: number | null
}

/** Invoices less credit notes that were issued in a period, by what a tax return distinguishes. */
export async function taxSums(db: Db, from: Date, until: Date): Promise<TaxSum[]> {
  const { rows } = await sql<TaxSum>`
    select wl_id, seller_country, country, note, rate_bp,
        count(*) filter (where sign > 0)::integer as invoices, count(*) filter (where sign < 0)::integer as credit_notes,
        sum(sign * amount_micros)::bigint as amount_micros, sum(sign * tax_micros)::bigint as tax_micros,
        declared_currency, sum(sign * declared_micros)::bigint as declared_micros
      from (
        select d.wl_id, coalesce(d.content -> 'parties' -> 'seller' ->> 'country', o.tax_facts ->> 'seller_country') as seller_country,
            ${COUNTRY} as country, d.content -> 'tax' ->> 'note' as note, (d.content -> 'tax' ->> 'rate_bp')::integer as rate_bp,
            case when d.kind = 'credit_note' then -1 else 1 end as sign, d.amount_micros, d.tax_micros,
            d.content -> 'tax' -> 'declared' ->> 'currency' as declared_currency,
            (d.content -> 'tax' -> 'declared' ->> 'tax_micros')::bigint as declared_micros
          from billing_documents d join payment_orders o on o.id = d.order_id
          where d.issued_at >= ${from} and d.issued_at < ${until}
      ) t
      group by wl_id, seller_country, country, note, rate_bp, declared_currency
      order by wl_id, country nulls last, note, rate_bp, declared_currency nulls last`.execute(db)
  return rows
}
