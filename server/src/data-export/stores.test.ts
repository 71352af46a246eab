import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '#testing/db/database.ts'
import { changedBy, combine, insertAccount, insertAll } from '#testing/db/scene.ts'
import { exportQueue, exportQueueState, failedExports } from './queue-store.ts'
import { loginsOfAccount } from './row-store.ts'
import * as store from './store.ts'

const NOW = new Date('2026-06-15T12:00:00Z')
const at = (hours: number) => new Date(NOW.getTime() + hours * 3_600_000)
const ids = (rows: readonly { id: string }[]) => rows.map(({ id }) => id).sort()

let database: TestDatabase
let db: TestDatabase['db']
beforeAll(async () => {
  database = await openTestDatabase()
  db = database.db
})
afterAll(() => database.close())

test('archives are of one person and account, and change while they are prepared', async () => {
  const people = [await insertAccount(db, 1), await insertAccount(db)]
  const [own = 0, other = 0] = people.map(({ id }) => id)
  const rows = await insertAll(
    db,
    'data_exports',
    combine({
      user_id: [own, other],
      owner_id: [own, other],
      kind: ['preparing', 'ready', 'expired', 'failed', 'failed long ago'],
    }).map(({ kind, ...row }, index) => ({
      ...row,
      id: randomUUID(),
      scope: 'person' as const,
      state:
        kind === 'preparing'
          ? ('preparing' as const)
          : kind.startsWith('failed')
            ? ('failed' as const)
            : ('ready' as const),
      created_at: kind === 'failed long ago' ? at(-48) : at(-3 + index / 100),
      ready_at: at(-1),
      expires_at: kind === 'expired' ? at(-1) : at(1),
      bytes: 1,
    })),
  )
  type Row = (typeof rows)[number]
  const matching = (is: (row: Row) => boolean) => ids(rows.filter(is))
  const isMine = (row: Row) => row.user_id === own && row.owner_id === other
  for (const owner_id of [own, other]) {
    const [newest] = rows
      .filter((row) => row.user_id === own && row.owner_id === owner_id)
      .toSorted((one, next) => next.created_at.getTime() - one.created_at.getTime())
    expect((await store.newestExport(db, own, owner_id))?.id).toBe(newest?.id)
  }
  const found: string[] = []
  for (const { id } of rows) if (await store.findExport(db, own, id)) found.push(id)
  expect(found.sort()).toEqual(matching((row) => row.user_id === own))
  const changed = (change: (tx: typeof db) => Promise<unknown>) => changedBy(db, 'data_exports', change).then(ids)
  const [prepared = ''] = matching(({ state }) => state === 'preparing')
  const [ready = ''] = matching(({ state }) => state === 'ready')
  expect(await changed((tx) => store.extendExportClaim(tx, prepared, at(1)))).toEqual([prepared])
  const changes = [
    (id: string) => changed((tx) => store.releaseExport(tx, id, at(1))),
    (id: string) => changed((tx) => store.endExport(tx, id, { state: 'failed' })),
  ]
  for (const change of changes) expect([await change(prepared), await change(ready)]).toEqual([[prepared], []])
  const isOver = (row: Row) =>
    (row.state === 'ready' && (row.expires_at ?? NOW) <= NOW) || (row.state === 'failed' && row.created_at <= at(-24))
  expect(await changed((tx) => store.deleteExpired(tx, NOW, at(-24)))).toEqual(matching(isOver))
  expect([...(await store.exportIds(db))].sort()).toEqual(matching(({ state }) => state !== 'failed'))
  expect((await store.idsOfAccount(db, own)).sort()).toEqual(
    matching((row) => row.owner_id === own || row.user_id === own),
  )
  const first = rows
    .filter(({ state }) => state === 'preparing')
    .toSorted((a, b) => a.created_at.getTime() - b.created_at.getTime())[0]
  expect(await changed((tx) => store.claimExport(tx, NOW, at(1)))).toEqual([first?.id])
  const preparing = matching(({ state }) => state === 'preparing')
  expect((await exportQueueState(db)).waiting).toBe(preparing.length)
  expect(await failedExports(db, at(-24))).toBe(
    matching((row) => row.state === 'failed' && row.created_at >= at(-24)).length,
  )

  const all = rows.map(({ id }) => id)
  expect(await changed((tx) => exportQueue.drop(tx, all, NOW))).toEqual(preparing)
  expect(await changed((tx) => exportQueue.retry(tx, all, NOW)), 'each has one that is prepared').toEqual([])
  const [failed] = rows.filter((row) => isMine(row) && row.state === 'failed')
  const isSame = (row: Row) => row.state === 'preparing' && isMine(row)
  await db.updateTable('data_exports').set({ state: 'failed' }).where('id', 'in', matching(isSame)).execute()
  expect(await changed((tx) => exportQueue.retry(tx, [failed?.id ?? '', ready], NOW))).toEqual([failed?.id])
  const logins = (await loginsOfAccount(db, own)).map(({ id }) => id)
  expect(logins).toEqual(people[0]?.logins)
})
