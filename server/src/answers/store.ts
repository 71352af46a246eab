import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import { safeJson } from '#db/safe-json.ts'

export interface AnswerRow {
  id: string
  at: Date
  login_id: number
  api: string
  function: string
  is_sandbox: boolean
  is_good: boolean
  http_status: number
  type: string
  bytes: number
  answer: unknown
  cut_at: number | null
  until: Date
}

/** Where one call has several answers, as a task that failed after it was queued, the last is the one to look up. */
export async function insertAnswers(db: Db, rows: AnswerRow[]): Promise<void> {
  await sql`/* store_answers */
    insert into usage_answers
      select * from json_to_recordset(${safeJson(rows)}::json) as r (id uuid, at timestamptz, login_id integer, api text, function text,
        is_sandbox boolean, is_good boolean, http_status smallint, type text, bytes integer, answer jsonb, cut_at integer, until timestamptz)
      on conflict (id) do update set is_good = excluded.is_good, http_status = excluded.http_status, type = excluded.type,
        bytes = excluded.bytes, answer = excluded.answer, cut_at = excluded.cut_at, until = excluded.until`.execute(db)
}

const COLUMNS = sql`id, at, login_id, api, function, is_sandbox, is_good, http_status, type, bytes, answer, cut_at, until`

export async function answerOf(db: Db, login_id: number, id: string, now: Date): Promise<AnswerRow | undefined> {
  const { rows } = await sql<AnswerRow>`
    select ${COLUMNS} from usage_answers
      where id = ${id} and login_id = ${login_id} and until > ${now}`.execute(db)
  return rows[0]
}

/** The newest good answer of a function, other than that of the call itself. */
export async function lastGood(
  db: Db,
  {
    login_id,
    api,
    function: name,
    is_sandbox,
    id,
  }: Pick<AnswerRow, 'login_id' | 'api' | 'function' | 'is_sandbox' | 'id'>,
  now: Date,
): Promise<AnswerRow | undefined> {
  const { rows } = await sql<AnswerRow>`
    select ${COLUMNS} from usage_answers
      where login_id = ${login_id} and api = ${api} and function = ${name} and is_sandbox = ${is_sandbox} and is_good
        and id <> ${id} and until > ${now} and answer is not null
      order by at desc limit 1`.execute(db)
  return rows[0]
}

/** What a new rule no longer stores is deleted at once; the rest expires by the new rule. */
export async function applyToStored(
  db: Db,
  login_id: number,
  { failed, has_share, days, now }: { failed: boolean; has_share: boolean; days: number; now: Date },
): Promise<void> {
  await sql`
    delete from usage_answers where login_id = ${login_id}
      and ((is_good and not ${has_share}) or (not is_good and not ${failed}) or at < ${now}::timestamptz - make_interval(days => ${days}))`.execute(
    db,
  )
  await sql`
    update usage_answers set until = at + make_interval(days => ${days}) where login_id = ${login_id}`.execute(db)
}

/** Job, every hour. */
export async function deleteExpired(db: Db, now: Date): Promise<void> {
  await sql`delete from usage_answers where until <= ${now}`.execute(db)
}
