import { expect, test, vi } from 'vitest'
import { variants } from '#testing/variants.ts'
import { admit, closeLogins, draw, ended, type Lease, type Leases, noLeases, opened, type Return } from './lease.ts'

vi.setConfig({ testTimeout: 600_000 })

const PRICE = 2
const KIND = 'serp'
const LOGIN = 1

type CallState =
  | { at: 'new' }
  /** A request for a lease or for a hold of its own is on its way to the database, or its answer is on its way back. */
  | { at: 'asking'; lease: number; answer?: 'granted' | 'refused' | 'refused beside leases' }
  /** Refused once: a recall went to every process. */
  | { at: 'recalling' }
  | { at: 'held' }
  | { at: 'settling'; cost: number; drawn: number; isCommitted: boolean }
  | { at: 'done' | 'refused' | 'lost' }

interface Row {
  process: number
  amount: number
  is_lease: boolean
  returns: number
}

interface World {
  free: number
  spent: number
  debited: number
  rows: Record<string, Row>
  processes: { leases: Leases; isDead: boolean; isRecalled: boolean; returns: Return[] }[]
  calls: CallState[]
  /** A debit recalls first; it is booked when nothing is on lease any more, or when it has waited long enough. */
  debit: 'none' | 'recalling' | 'done'
  lostMessages: number
  deaths: number
  lostAnswers: number
  /** Calls that were refused because a lease was not given back in time. */
  timeouts: number
}

interface Bounds {
  processes: number
  calls: number
  money: number
  debit: number
  lostMessages: number
  deaths: number
  lostAnswers: number
  timeouts: number
}

const processOf = (world: World, call: number) => call % world.processes.length
const reservedBy = (world: World) =>
  world.calls.reduce((sum, call, index) => {
    const isAlone = call.at === 'asking' && call.lease === 0 && call.answer === 'granted'
    if (call.at === 'held' || isAlone || (call.at === 'settling' && !call.isCommitted))
      return world.processes[processOf(world, index)]?.isDead ? sum : sum + PRICE
    return sum
  }, 0)

/** The part of failed calls that is on its way back, as is the hold of a failed call that no lease admitted. */
const givenBack = (world: World) =>
  world.processes
    .flatMap(({ returns }) => returns)
    .reduce((sum, { id, micros }) => {
      const row = world.rows[id]
      return row && !row.is_lease ? sum + (micros ?? row.amount) : sum
    }, 0)

/** Every state that can follow, each with what happened. */
function* next(world: World, bounds: Bounds): Generator<[string, World]> {
  const changed = (what: string, change: (copy: World) => void): [string, World] => {
    const copy = copyOf(world)
    change(copy)
    return [what, copy]
  }
  for (const [index, call] of world.calls.entries()) {
    const own = processOf(world, index)
    const id = `c${index}`
    const process = world.processes[own]
    if (!process || process.isDead) continue
    const inCopy = (change: (copy: World, mine: World['processes'][number]) => void) => (copy: World) => {
      const mine = copy.processes[own]
      if (mine) change(copy, mine)
    }
    if (call.at === 'new') {
      if ((process.leases.open.get(KIND)?.left ?? 0) >= PRICE)
        yield changed(
          `${id} is admitted by the lease`,
          inCopy((copy, mine) => {
            admit(mine.leases, KIND, { id, amount: PRICE })
            copy.calls[index] = { at: 'held' }
          }),
        )
      // One process takes one lease at a time.
      else
        for (const lease of isTaking(world, own) ? [0] : [0, PRICE * 2])
          yield changed(`${id} asks for ${lease || 'itself'}`, (copy) => {
            copy.calls[index] = { at: 'asking', lease }
          })
    }
    if (call.at === 'asking' && call.answer === undefined)
      yield changed(`the database answers ${id}`, (copy) => {
        const amount = call.lease || PRICE
        const isGranted = copy.free >= amount
        if (isGranted) {
          copy.free -= amount
          copy.rows[call.lease ? leaseId(index) : id] = { process: own, amount, is_lease: call.lease > 0, returns: 0 }
        }
        if (!isGranted && !call.lease && !isOnLease(copy)) {
          const could = bounds.money - copy.spent - copy.debited - reservedBy(copy) - givenBack(copy)
          must(
            could < PRICE || copy.deaths + copy.lostAnswers > 0,
            () => `${id} was refused although ${could} was free in ${keyOf(copy)}`,
          )
        }
        copy.calls[index] = {
          ...call,
          answer: isGranted ? 'granted' : isOnLease(copy) ? 'refused beside leases' : 'refused',
        }
      })
    if (call.at === 'asking' && call.answer !== undefined)
      yield changed(
        `${id} receives ${call.answer}`,
        inCopy((copy, mine) => {
          if (call.answer !== 'granted') {
            copy.calls[index] = call.lease
              ? { at: 'asking', lease: 0 }
              : call.answer === 'refused'
                ? { at: 'refused' }
                : { at: 'recalling' }
            if (!call.lease && call.answer !== 'refused') recallAll(copy)
            return
          }
          copy.calls[index] = { at: 'held' }
          if (!call.lease) return
          mine.returns.push(...opened(mine.leases, KIND, { id: leaseId(index), login_id: LOGIN, amount: call.lease }))
          admit(mine.leases, KIND, { id, amount: PRICE })
          if (mine.isRecalled) mine.returns.push(...closeLogins(mine.leases, () => true))
        }),
      )
    if (call.at === 'recalling' && !isOnLease(world))
      yield changed(`${id} asks again`, (copy) => {
        copy.calls[index] = { at: 'asking', lease: 0 }
      })
    if (call.at === 'recalling' && isOnLease(world)) yield changed(`${id} recalls again`, recallAll)
    if (call.at === 'held')
      yield changed(
        `${id} fails and is not recorded`,
        inCopy((copy, mine) => {
          const isByLease = mine.leases.calls.has(id)
          mine.returns.push(...ended(mine.leases, id, true))
          if (!isByLease) {
            copy.free += PRICE
            delete copy.rows[id]
          }
          copy.calls[index] = { at: 'done' }
        }),
      )
    if (call.at === 'held')
      for (const cost of [1, PRICE])
        yield changed(
          `${id} costs ${cost}`,
          inCopy((copy, mine) => {
            const drawn = draw(mine.leases, id, cost)?.drawn ?? PRICE
            copy.calls[index] = { at: 'settling', cost, drawn, isCommitted: false }
          }),
        )
    if (call.at === 'settling' && !call.isCommitted)
      yield changed(
        `${id} is booked`,
        inCopy((copy, mine) => {
          const reservation = mine.leases.calls.get(id)
          const key = reservation ? reservation.lease.id : id
          const row = copy.rows[key]
          must(row !== undefined && row.amount >= call.drawn, () => `${id} finds its money in ${JSON.stringify(row)}`)
          if (!row) return
          row.amount -= call.drawn
          copy.free += call.drawn - call.cost
          copy.spent += call.cost
          if (!reservation) delete copy.rows[key]
          copy.calls[index] = { ...call, isCommitted: true }
        }),
      )
    if (call.at === 'settling' && call.isCommitted)
      for (const answer of world.lostAnswers < bounds.lostAnswers
        ? (['known', 'unknown'] as const)
        : (['known'] as const))
        yield changed(
          `the booking of ${id} is ${answer}`,
          inCopy((copy, mine) => {
            if (answer === 'unknown') copy.lostAnswers += 1
            mine.returns.push(...ended(mine.leases, id, answer === 'known'))
            copy.calls[index] = { at: 'done' }
          }),
        )
  }
  for (const [index, process] of world.processes.entries()) {
    if (process.isDead) {
      if (Object.values(world.rows).some((row) => row.process === index))
        yield changed(`the holds of dead process ${index} are voided`, (copy) => {
          for (const [id, row] of Object.entries(copy.rows)) {
            if (row.process !== index) continue
            copy.free += row.amount
            delete copy.rows[id]
          }
        })
      continue
    }
    if (process.isRecalled) {
      yield changed(`process ${index} hears the recall`, (copy) => {
        const mine = copy.processes[index]
        if (!mine) return
        mine.isRecalled = false
        mine.returns.push(...closeLogins(mine.leases, (login_id) => login_id === LOGIN))
      })
      if (world.lostMessages < bounds.lostMessages)
        yield changed(`the recall of process ${index} is lost`, (copy) => {
          const mine = copy.processes[index]
          if (mine) mine.isRecalled = false
          copy.lostMessages += 1
        })
    }
    const [first] = process.returns
    if (first)
      yield changed(`process ${index} gives back ${first.id}`, (copy) => {
        copy.processes[index]?.returns.shift()
        const row = copy.rows[first.id]
        if (!row) return
        if (first.micros === null) delete copy.rows[first.id]
        copy.free += first.micros ?? row.amount
        row.amount -= first.micros ?? row.amount
        must(row.returns === first.step, () => 'the parts of a lease are given back in their order')
        row.returns += 1
        if (first.is_final) row.is_lease = false
      })
    if (process.leases.open.size > 0)
      yield changed(`the lease of process ${index} is idle`, (copy) => {
        const mine = copy.processes[index]
        if (mine) mine.returns.push(...closeLogins(mine.leases, () => true))
      })
    if (world.deaths < bounds.deaths)
      yield changed(`process ${index} dies`, (copy) => {
        const mine = copy.processes[index]
        if (!mine) return
        mine.isDead = true
        copy.deaths += 1
        for (const [n, call] of copy.calls.entries())
          if (processOf(copy, n) === index && call.at !== 'done' && call.at !== 'refused')
            copy.calls[n] = { at: 'lost' }
      })
  }
  if (world.debit === 'none' && bounds.debit > 0)
    yield changed('a debit recalls', (copy) => {
      copy.debit = 'recalling'
      recallAll(copy)
    })
  if (world.debit === 'recalling')
    yield isOnLease(world)
      ? changed('the debit recalls again', recallAll)
      : changed('the debit is booked', (copy) => {
          copy.debit = 'done'
          const could = bounds.money - copy.spent - reservedBy(copy) - givenBack(copy)
          if (copy.free < bounds.debit)
            return must(could < bounds.debit || copy.deaths + copy.lostAnswers > 0, () => 'the debit was refused')
          copy.free -= bounds.debit
          copy.debited = bounds.debit
        })
}

function recallAll(world: World) {
  for (const process of world.processes) process.isRecalled = true
}

const isOnLease = (world: World) => Object.values(world.rows).some(({ is_lease }) => is_lease)

const leaseId = (call: number) => `l${call}`

const isTaking = (world: World, process: number) =>
  world.calls.some((call, index) => call.at === 'asking' && call.lease > 0 && processOf(world, index) === process)

function copyOf(world: World): World {
  return {
    ...world,
    rows: Object.fromEntries(Object.entries(world.rows).map(([id, row]) => [id, { ...row }])),
    calls: [...world.calls],
    processes: world.processes.map(({ leases, returns, ...process }) => {
      const copies = new Map<Lease, Lease>()
      const copied = (lease: Lease) => {
        const copy = copies.get(lease) ?? { ...lease }
        copies.set(lease, copy)
        return copy
      }
      const open = new Map([...leases.open].map(([kind, lease]) => [kind, copied(lease)]))
      const calls = new Map([...leases.calls].map(([id, one]) => [id, { ...one, lease: copied(one.lease) }]))
      return { ...process, leases: { open, calls }, returns: [...returns] }
    }),
  }
}

/** Unlike `expect`, quick enough for millions of states. */
function must(holds: boolean, what: () => string): void {
  if (!holds) throw new Error(what())
}

const keyOf = (world: World) =>
  JSON.stringify(world, (_, value) => (value instanceof Map ? [...value.entries()] : value))

/** What holds in every state, whatever happened before. */
function check(world: World, bounds: Bounds) {
  const held = Object.values(world.rows).reduce((sum, { amount }) => sum + amount, 0)
  must(world.free >= 0, () => 'more is taken than there is')
  must(world.free + held + world.spent + world.debited === bounds.money, () => 'money is lost or made')
  const inDoubt = world.calls.reduce(
    (sum, call) => sum + (call.at === 'settling' && call.isCommitted ? call.drawn : 0),
    0,
  )
  for (const { leases, isDead } of world.processes)
    for (const { id, left, reserved } of isDead ? [] : leases.open.values())
      must((world.rows[id]?.amount ?? 0) + inDoubt >= left + reserved, () => `${id} has admitted more than it holds`)
}

function explore(bounds: Bounds): { states: number; ends: number } {
  const process = () => ({ leases: noLeases(), isDead: false, isRecalled: false, returns: [] })
  const first: World = {
    free: bounds.money,
    spent: 0,
    debited: 0,
    rows: {},
    processes: Array.from({ length: bounds.processes }, process),
    calls: Array.from({ length: bounds.calls }, () => ({ at: 'new' as const })),
    debit: 'none',
    lostMessages: 0,
    deaths: 0,
    lostAnswers: 0,
    timeouts: 0,
  }
  const seen = new Set([keyOf(first)])
  const stack: World[] = [first]
  let ends = 0
  for (;;) {
    const world = stack.pop()
    if (!world) return { states: seen.size, ends }
    let isEnd = true
    for (const [what, after] of next(world, bounds)) {
      isEnd = false
      try {
        check(after, bounds)
      } catch (error) {
        throw new Error(`after "${what}" from ${keyOf(world)}: ${error}`, { cause: error })
      }
      const key = keyOf(after)
      if (seen.has(key)) continue
      seen.add(key)
      stack.push(after)
    }
    if (!isEnd) continue
    ends += 1
    // Everything has come to rest: no money is held, no call waits.
    expect(world.rows, keyOf(world)).toEqual({})
    expect(world.calls.every(({ at }) => ['done', 'refused', 'lost'].includes(at))).toBe(true)
  }
}

const QUIET = { lostMessages: 0, deaths: 0, lostAnswers: 0, timeouts: 0, debit: 0 }
const SHORT: Bounds[] = [
  { ...QUIET, processes: 1, calls: 2, money: 4, lostAnswers: 1 },
  { ...QUIET, processes: 2, calls: 2, money: 3, deaths: 1 },
  { ...QUIET, processes: 2, calls: 2, money: 3, debit: 2 },
  { ...QUIET, processes: 2, calls: 2, money: 5, lostMessages: 1 },
]
const WHOLE: Bounds[] = [
  ...SHORT,
  { ...QUIET, processes: 1, calls: 3, money: 6 },
  { ...QUIET, processes: 2, calls: 2, money: 5, debit: 2, lostMessages: 1 },
  { ...QUIET, processes: 2, calls: 2, money: 6, deaths: 1, lostAnswers: 1 },
  { ...QUIET, processes: 2, calls: 3, money: 5 },
  { ...QUIET, processes: 3, calls: 3, money: 5 },
  { ...QUIET, processes: 2, calls: 4, money: 7 },
  { ...QUIET, processes: 3, calls: 3, money: 5, deaths: 1 },
  { ...QUIET, processes: 2, calls: 3, money: 5, debit: 3, lostMessages: 1, lostAnswers: 1 },
]

for (const [list, options] of variants([SHORT, WHOLE]))
  test(
    `O3 leases: no interleaving of ${Math.max(...list.map(({ processes }) => processes))} processes spends more than there is or refuses what could be paid`,
    options,
    () => {
      for (const bounds of list) {
        const { ends } = explore(bounds)
        expect(ends).toBeGreaterThan(0)
      }
    },
  )

test('O3 leases: what calls did not cost goes back in one part when their settlements end after their lease was closed', () => {
  const leases = noLeases()
  const settling = ['a', 'b', 'c']
  opened(leases, KIND, { id: 'lease', login_id: LOGIN, amount: PRICE * 4 })
  for (const id of [...settling, 'still held']) admit(leases, KIND, { id, amount: PRICE })
  for (const id of settling) draw(leases, id, 1)
  expect(closeLogins(leases, () => true)).toEqual([{ id: 'lease', step: 0, micros: 0, is_final: false }])
  const parts = settling.flatMap((id) => ended(leases, id, true))
  expect(parts).toEqual([{ id: 'lease', step: 1, micros: settling.length * (PRICE - 1), is_final: true }])
})
