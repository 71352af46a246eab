import type { FoundBy } from '@portico/contract/operator-customers.ts'
import { type RawBuilder, sql } from 'kysely'
import { timeOfCall } from '#crypto/call-id.ts'
import type { Db } from '#db/db.ts'

export interface FoundRow {
  id: number
  email: string
  name: string
  company: string | null
  status: 'pending' | 'active' | 'disabled' | 'closed'
  balance_micros: number
  found_by: FoundBy
  match: string
}

/** Each way is read along an index of its own and brings few rows. */
const EACH = 30

/** Characters that separate the words of an address; the indexes replace the same ones. */
export const SEPARATORS = /[\s@._+\-/]+/

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

type Way = RawBuilder<{ user_id: number; found_by: FoundBy; match: string }>

/** The ways in which this text can name a customer, as branches of one query. The best come first. */
export function waysOf(typed: string): Way[] {
  const [start, upper, lower] = [typed, typed.toUpperCase(), typed.toLowerCase()].map(startingWith)
  const vat_id = `${typed.toUpperCase().replaceAll(/[^\dA-Z]/g, '')}%`
  const words = typed.split(SEPARATORS).filter((word) => /[\p{L}\p{N}]/u.test(word))
  const query = words.map((word) => `'${word.replaceAll(/['\\]/g, '$&$&')}':*`).join(' & ')
  const isId = /^\d{1,9}$/.test(typed)
  const isAddress = /^[\da-f.:]{3,45}$/i.test(typed) && /[.:]/.test(typed)
  const hasDigit = /\d/.test(typed)
  const isVatId = hasDigit && /^[\dA-Z .-]{4,20}$/i.test(typed)
  return [
    ...(isId ? [way('id', sql`id`, sql`''`, sql`from users where id = ${Number(typed)}`)] : []),
    ...(UUID.test(typed) ? callWays(typed.toLowerCase()) : []),
    ...(words.length > 0
      ? [
          way(
            'email',
            sql`id`,
            sql`''`,
            sql`from users where to_tsvector('simple', translate(email_norm || ' ' || name, '@._+-/', ',,,,,,')) @@ to_tsquery('simple', ${query})`,
          ),
          way(
            'company',
            sql`owner_id`,
            sql`name`,
            sql`from billing_details where to_tsvector('simple', translate(name, '@._+-/', ',,,,,,')) @@ to_tsquery('simple', ${query})`,
          ),
        ]
      : []),
    way('login', sql`owner_id`, sql`login`, sql`from api_logins where lower(login) like ${lower}`),
    ...(isVatId
      ? [way('vat_id', sql`owner_id`, sql`vat_id`, sql`from billing_details where vat_id like ${vat_id}`)]
      : []),
    ...(hasDigit
      ? [
          way('document', sql`owner_id`, sql`number`, sql`from billing_documents where number like ${upper}`),
          way('payment', sql`owner_id`, sql`reference`, sql`from payment_orders where reference like ${upper}`),
          way('payment', sql`owner_id`, sql`reference`, sql`from payment_orders where payment_ref = ${typed}`),
        ]
      : []),
    ...(/^\d{4}$/.test(typed)
      ? [way('card', sql`owner_id`, sql`brand || ' ' || last4`, sql`from payment_methods where last4 = ${typed}`)]
      : []),
    ...(isAddress
      ? [
          way('address', sql`user_id`, sql`ip`, sql`from sessions where ip like ${start} and staff_id is null`),
          way(
            'address',
            sql`user_id`,
            sql`ip`,
            sql`from audit_log where ip like ${start} and user_id is not null and actor not like 'staff:%'`,
          ),
        ]
      : []),
  ]
}

/** No character of the text is special. */
export function startingWith(text: string): string {
  return `${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
}

function callWays(id: string): Way[] {
  const at = timeOfCall(id)
  return [
    way('call', sql`owner_id`, sql`id::text`, sql`from usage_events where id = ${id}::uuid and at = ${at}`),
    way('task', sql`owner_id`, sql`task_id`, sql`from usage_events where task_id = ${id}`),
  ]
}

function way(
  found_by: FoundBy,
  owner: RawBuilder<unknown>,
  match: RawBuilder<unknown>,
  from: RawBuilder<unknown>,
): Way {
  return sql`(select ${owner} as user_id, ${sql.lit(found_by)}::text as found_by, ${match} as match
    ${from} limit ${EACH})`
}

/** Customers that the text names, each once, by the best way. */
export async function findCustomers(db: Db, typed: string, limit: number): Promise<FoundRow[]> {
  const ways = waysOf(typed).map((one, at) => sql`select ${sql.lit(at)} as rank, w.* from ${one} w`)
  const { rows } = await sql<FoundRow>`
    with found as (${sql.join(ways, sql` union all `)}),
    best as (select distinct on (user_id) user_id, rank, found_by, match from found order by user_id, rank)
    select u.id, u.email, u.name, d.name as company, u.status, b.found_by, b.match,
        coalesce((select sum(a.balance_micros)::bigint from api_logins l join ledger_accounts a on a.api_login_id = l.id
          where l.owner_id = u.id), 0) as balance_micros
      from best b join users u on u.id = b.user_id left join billing_details d on d.owner_id = u.id
      order by b.rank, u.email_norm = lower(${typed}) desc, u.id desc limit ${limit}`.execute(db)
  return rows
}
