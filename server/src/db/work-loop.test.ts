import { expect, test } from 'vitest'
import { startLoop } from './work-loop.ts'

const NOW = new Date('2026-03-01T12:00:00Z')
const clock = { now: () => NOW }
const log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }
const after = (ms: number) => new Date(NOW.getTime() + ms)

/** Rows by when they are due; claimed rows are due again much later. */
function openQueue(...due: Date[]) {
  const claimed: Date[][] = []
  const run: Date[] = []
  let looks = 0
  const queue = {
    name: 'a queue',
    most: 2,
    lease_ms: 60_000,
    claim: async ({ now, limit }: { now: Date; limit: number }) => {
      const rows = due.filter((at) => at <= now).slice(0, limit)
      for (const row of rows) due.splice(due.indexOf(row), 1)
      claimed.push(rows)
      return rows
    },
    run: async (row: Date) => void run.push(row),
    nextDue: async (than: Date) => {
      looks += 1
      return due.filter((at) => at > than).toSorted((a, b) => a.getTime() - b.getTime())[0]
    },
  }
  return { queue, claimed, run, due, looks: () => looks }
}

test('an idle process claims nothing: nothing waits, or what waits is not due', async () => {
  for (const due of [[], [after(50_000)]]) {
    const { queue, claimed, looks } = openQueue(...due)
    const loop = startLoop({ clock, log }, queue)
    await expect.poll(looks).toBe(1)
    loop.wake()
    await expect.poll(looks).toBe(2)
    await loop.stop()
    expect(claimed).toEqual([])
  }
})

test('what is due at this moment is claimed, as many as may run at once, until nothing is left', async () => {
  const { queue, claimed, run } = openQueue(after(0), after(-1), after(-2), after(1))
  const loop = startLoop({ clock, log }, queue)
  await expect.poll(() => run.length).toBe(3)
  await loop.stop()
  expect(claimed.flat()).toHaveLength(3)
  expect(Math.max(...claimed.map((rows) => rows.length))).toBe(2)
})

test('a row that comes later is run once the loop is woken', async () => {
  const { queue, run, due, looks } = openQueue()
  const loop = startLoop({ clock, log }, queue)
  await expect.poll(looks).toBe(1)
  due.push(after(-1))
  loop.wake()
  await expect.poll(() => run.length).toBe(1)
  await loop.stop()
})
