import { sql } from 'kysely'
import { UNSENT } from '#db/claim-store.ts'
import type { Db } from '#db/db.ts'
import type { WebhookRow } from './webhook-store.ts'

export type HostKey = Pick<WebhookRow, 'login_id' | 'host'>

/** Consecutive failures of this host for this login. The row is locked: a change waits for the end of this transaction. */
export async function failuresOf(db: Db, { login_id, host }: HostKey): Promise<number> {
  const { rows } = await sql<{ failures: number }>`
    select failures from gateway_webhook_hosts where login_id = ${login_id} and host = ${host} for share`.execute(db)
  return rows[0]?.failures ?? 0
}

/** Counts one more failure. The row is locked, so no other transaction changes what waits for this host. */
export async function countFailure(db: Db, { login_id, host }: HostKey, now: Date): Promise<number> {
  const { rows } = await sql<{ failures: number }>`
    insert into gateway_webhook_hosts as h (login_id, host, failures, failed_at) values (${login_id}, ${host}, 1, ${now})
      on conflict (login_id, host) do update set failures = h.failures + 1, failed_at = excluded.failed_at
      returning failures`.execute(db)
  return rows[0]?.failures ?? 1
}

/** True when the host had failed before. */
export async function forgetFailures(db: Db, { login_id, host }: HostKey): Promise<boolean> {
  const { rows } = await sql`
    delete from gateway_webhook_hosts where login_id = ${login_id} and host = ${host} returning host`.execute(db)
  return rows.length > 0
}

/** Makes every webhook that is not in progress wait for the host, except the one due first: it probes the host from `probe_at` on. */
export async function keepOneProbe(db: Db, { login_id, host }: HostKey, now: Date, probe_at: Date): Promise<void> {
  await sql`
    update gateway_webhooks set waits_for_host = true
      where login_id = ${login_id} and host = ${host} and not waits_for_host and ${UNSENT}
        and (claimed_until is null or claimed_until <= ${now})`.execute(db)
  await sql`
    update gateway_webhooks set waits_for_host = false, due_at = greatest(due_at, ${probe_at})
      where id = (select id from gateway_webhooks
        where login_id = ${login_id} and host = ${host} and waits_for_host and ${UNSENT} order by due_at limit 1)`.execute(
    db,
  )
}

export async function releaseAll(db: Db, { login_id, host }: HostKey): Promise<void> {
  await sql`
    update gateway_webhooks set waits_for_host = false
      where login_id = ${login_id} and host = ${host} and waits_for_host and ${UNSENT}`.execute(db)
}

/** Webhooks whose host has not answered since they were wanted. */
export async function giveUpWaiting(
  db: Db,
  { wanted_before, now, limit }: { wanted_before: Date; now: Date; limit: number },
): Promise<WebhookRow[]> {
  const { rows } = await sql<WebhookRow>`
    update gateway_webhooks set failed_at = ${now}, waits_for_host = false
      where id in (select id from gateway_webhooks
        where waits_for_host and wanted_at < ${wanted_before} and ${UNSENT} limit ${limit} for update skip locked)
      returning id, task_id, login_id, kind, host, tries`.execute(db)
  return rows
}

/** Restores a probe for hosts whose webhooks all wait, and deletes old hosts that nothing waits for. */
export async function tidyHosts(db: Db, failed_before: Date): Promise<void> {
  await sql`
    update gateway_webhooks set waits_for_host = false where id in (
      select distinct on (login_id, host) id from gateway_webhooks w
        where waits_for_host and ${UNSENT} and not exists (
          select from gateway_webhooks o
            where o.login_id = w.login_id and o.host = w.host and not o.waits_for_host
              and o.sent_at is null and o.failed_at is null)
        order by login_id, host, due_at)`.execute(db)
  await sql`
    delete from gateway_webhook_hosts h where failed_at < ${failed_before} and not exists (
      select from gateway_webhooks w where w.login_id = h.login_id and w.host = h.host and ${UNSENT})`.execute(db)
}
