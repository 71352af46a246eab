import type { Mutant } from './switches.ts'

/** Conditions without which every result is the same: they find rows faster, or state what another one implies. */
interface Harmless {
  /** Below `server/src/`. */
  file: string
  /** As a run prints it. */
  condition: string
  /** Of those of the file that read the same, if it is not the first. */
  nth?: number
  why: string
}

const NO_CHANGE = 'sets what is so already; rows that are so need no write'
const TIME_OF_ID = 'an id holds the time of its call, which spares the other days'
const HULL = 'the other conditions on the time imply it; constants spare the other days'
const OF_ITS_CALL = 'the call of an error has the login and time of the error, which have the same condition'
const FAILED = 'the calls that are joined have the same condition; it finds their errors'
const MOMENTS = 'calls of a request follow its id within moments, which spares the other days'

export const HARMLESS: Harmless[] = [
  { file: 'payments/method-store.ts', condition: ".where('is_default', '=', true)", why: NO_CHANGE },
  { file: 'payments/method-store.ts', condition: ".where('is_backup', '=', true)", why: NO_CHANGE },
  {
    file: 'payments/order-store.ts',
    condition: ".where('state', '=', 'paid')",
    why: 'only paid orders have the time that is compared; the index holds those alone',
  },
  { file: 'traffic/call-store.ts', condition: '${within(column, hull)}', why: HULL },
  { file: 'traffic/call-store.ts', condition: 'f.at = e.at', why: TIME_OF_ID },
  { file: 'traffic/call-store.ts', condition: 'p.at = e.at', why: TIME_OF_ID },
  { file: 'traffic/call-store.ts', condition: 'c.at = e.at', why: TIME_OF_ID },
  { file: 'traffic/call-store.ts', condition: 'b.account_id = a.id', why: 'only whether the call was booked is read' },
  { file: 'traffic/call-store.ts', condition: 'e.at = ${at}', why: TIME_OF_ID },
  { file: 'traffic/call-store.ts', condition: 'at >= ${at}', why: MOMENTS },
  { file: 'traffic/call-store.ts', condition: "at < ${at}::timestamptz + interval '1 minute'", why: MOMENTS },
  { file: 'traffic/error-count-store.ts', condition: 'u.login_id = any (${login_ids}::integer[])', why: OF_ITS_CALL },
  { file: 'traffic/error-count-store.ts', condition: 'u.at >= ${from}', why: OF_ITS_CALL },
  { file: 'traffic/error-count-store.ts', condition: 'u.at < ${to}', why: OF_ITS_CALL },
  { file: 'traffic/error-store.ts', condition: 'at >= ${new Date(Math.min(...times))}', why: HULL },
  { file: 'traffic/error-store.ts', condition: 'at <= ${new Date(Math.max(...times))}', why: HULL },
  { file: 'traffic/source-store.ts', condition: '${login}', why: FAILED },
  { file: 'traffic/source-store.ts', condition: '${time(sql`at`)}', why: FAILED },
  { file: 'traffic/source-store.ts', condition: "kind = 'request'", why: 'only requests have calls that are joined' },
  { file: 'traffic/source-store.ts', condition: 'is_sandbox = ${is_sandbox}', why: FAILED },
  {
    file: 'traffic/source-store.ts',
    condition: '${status_code === undefined ? sql`class = ${status_class}` : sql`code = ${status_code}`}',
    why: FAILED,
  },
  { file: 'traffic/source-store.ts', condition: '${within(sql`calls.at`, [at_ms, at_ms + REQUEST_MS])}', why: MOMENTS },
  { file: 'traffic/error-row-store.ts', condition: 'at >= ${since}', why: HULL },
  { file: 'traffic/error-row-store.ts', condition: 'at < ${until}', why: HULL },
  { file: 'traffic/error-row-store.ts', condition: 'u.at = e.at', why: TIME_OF_ID },
  { file: 'traffic/error-row-store.ts', condition: 'p.at = e.at', why: TIME_OF_ID },
  { file: 'traffic/error-row-store.ts', condition: 'e.at = ${at}', why: TIME_OF_ID },
  { file: 'traffic/error-row-store.ts', condition: 'e.at = call_time(requested.id)', why: TIME_OF_ID },
  { file: 'operator/find-call-store.ts', condition: 'at = ${timeOfCall(id)}', why: TIME_OF_ID },
  { file: 'operator/find-call-store.ts', condition: 'at = ${timeOfCall(id)}', nth: 1, why: TIME_OF_ID },
  { file: 'operator/find-call-store.ts', condition: 'e.at >= ${at}', why: MOMENTS },
  { file: 'operator/find-call-store.ts', condition: "e.at < ${at}::timestamptz + interval '1 minute'", why: MOMENTS },
  { file: 'operator/find-call-store.ts', condition: 'e.id >= call_floor(${at})', why: MOMENTS },
  {
    file: 'operator/find-call-store.ts',
    condition: "e.id < call_floor(${at}::timestamptz + interval '1 minute')",
    why: MOMENTS,
  },
  { file: 'operator/find-call-store.ts', condition: 'e.at >= ${since}', why: TIME_OF_ID },
  { file: 'operator/find-call-store.ts', condition: 'e.at <= ${until}', why: TIME_OF_ID },
  { file: 'operator/find-call-store.ts', condition: 'e.id >= call_floor(${since})', why: TIME_OF_ID },
  {
    file: 'operator/find-call-store.ts',
    condition: "e.id < call_floor(${until}::timestamptz + interval '1 ms')",
    why: TIME_OF_ID,
  },
  { file: 'gateway/record/record-store.ts', condition: 'p.at = e.at', why: TIME_OF_ID },
  { file: 'gateway/record/record-store.ts', condition: 'u.at = e.at', why: TIME_OF_ID },
  { file: 'gateway/record/record-store.ts', condition: 'at = call_time(${call_id}::uuid)', why: TIME_OF_ID },
  { file: 'db/functions/erase-closed-account.sql', condition: 'p.at = e.at', why: TIME_OF_ID },
  { file: 'db/functions/erase-closed-account.sql', condition: 'p.at = s.at', why: TIME_OF_ID },
  { file: 'db/functions/erase-closed-account.sql', condition: 'e.at = s.at', why: TIME_OF_ID },
  { file: 'db/functions/erase-closed-account.sql', condition: 'e.at = s.at', nth: 1, why: TIME_OF_ID },
  {
    file: 'db/functions/erase-closed-account.sql',
    condition: 'e.at >= (select min(k.at) from usage_params k)',
    why: 'calls before the first stored request have none',
  },
  {
    file: 'db/functions/erase-closed-account.sql',
    condition: 'e.account_id <> 3',
    why: 'the account of a login is never that of all usage; the index leaves it out',
  },
  {
    file: 'budgets/store.ts',
    condition: ".where('tag', 'is not', null)",
    why: 'the rows without a tag are left out again',
  },
  { file: 'gateway/tasks/task-store.ts', condition: "task <> '{}'", why: NO_CHANGE },
  { file: 'gateway/webhooks/webhook-host-store.ts', condition: 'not waits_for_host', why: NO_CHANGE },
  { file: 'gateway/webhooks/webhook-host-store.ts', condition: 'waits_for_host', nth: 1, why: NO_CHANGE },
  {
    file: 'gateway/webhooks/webhook-host-store.ts',
    condition: 'waits_for_host',
    nth: 3,
    why: 'none of the host that is open does not wait, says the next condition',
  },
]

export function isHarmless({ path, what, key }: Mutant): boolean {
  return HARMLESS.some(
    ({ file, condition, nth = 0 }) =>
      path === `server/src/${file}` && what.endsWith(` ${condition}`) && key.endsWith(`-${nth}`),
  )
}
