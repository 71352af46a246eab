import type { Micros } from '@portico/contract/money.ts'

/**
 * The protocol of leases as plain data and synchronous steps; `lease.test.ts` explores it exhaustively, `open-leases.ts`
 * drives it. A lease is a hold that one process took for many calls of one kind: calls reserve their highest price in
 * memory, and their settlements draw on the row. The row in the database always holds at least `left` and `reserved`.
 */
export interface Lease {
  id: string
  login_id: number
  /** Free for further calls; of a closed lease, what goes back with the last settlement that draws only a cost. */
  left: Micros
  /** The highest price of the calls in progress. */
  reserved: Micros
  /** Settlements in progress that draw only the cost of their call: once the lease is closed, their rest is given back after them. */
  settling: number
  /** How many parts of it were given back. */
  returns: number
  isOpen: boolean
}

interface Reservation {
  lease: Lease
  amount: Micros
  /** What the settlement of the call takes from the row; undefined before it is sent. */
  drawn?: Micros
  drawsCostOnly?: boolean
}

export interface Leases {
  /** The open lease for each kind of call. */
  open: Map<string, Lease>
  /** Calls in progress that were admitted by a lease. */
  calls: Map<string, Reservation>
}

/** A part of a lease goes back to the account; the database does each step once. */
export interface Return {
  id: string
  step: number
  /** Null: no call in progress needs it any more, and the row is deleted with all it holds. */
  micros: Micros | null
  /** Nothing more is given back before a call in progress ends: the row is a hold like any other. */
  is_final: boolean
}

export const noLeases = (): Leases => ({ open: new Map(), calls: new Map() })

/** Reserves the highest price of a call, if the lease of its kind has so much left. */
export function admit(leases: Leases, kind: string, call: { id: string; amount: Micros }): boolean {
  const lease = leases.open.get(kind)
  if (!lease || lease.left < call.amount) return false
  lease.left -= call.amount
  lease.reserved += call.amount
  leases.calls.set(call.id, { lease, amount: call.amount })
  return true
}

/** A lease the database has granted. The lease of the same kind before it, which was too small, is closed. */
export function opened(
  leases: Leases,
  kind: string,
  lease: Pick<Lease, 'id' | 'login_id'> & { amount: Micros },
): Return[] {
  const returns = closeKind(leases, kind)
  const { id, login_id, amount } = lease
  leases.open.set(kind, { id, login_id, left: amount, reserved: 0, settling: 0, returns: 0, isOpen: true })
  return returns
}

/** The settlement of a call is sent: of an open lease it takes the cost, of a closed one everything reserved for the call. */
export function draw(leases: Leases, call_id: string, cost: Micros): { lease_id: string; drawn: Micros } | undefined {
  const reservation = leases.calls.get(call_id)
  if (!reservation) return undefined
  const { lease, amount } = reservation
  reservation.drawn = lease.isOpen ? cost : amount
  reservation.drawsCostOnly = lease.isOpen
  if (lease.isOpen) lease.settling += 1
  return { lease_id: lease.id, drawn: reservation.drawn }
}

/**
 * A call has ended, settled or not. Where the outcome of its settlement is not known, the row decides: the lease is closed, and
 * what the call left in it goes back with the row.
 */
export function ended(leases: Leases, call_id: string, isKnown: boolean): Return[] {
  const reservation = leases.calls.get(call_id)
  if (!reservation) return []
  leases.calls.delete(call_id)
  const { lease, amount, drawn = 0, drawsCostOnly = false } = reservation
  lease.reserved -= amount
  if (drawsCostOnly) lease.settling -= 1
  if (isKnown) lease.left += amount - drawn
  if (lease.isOpen) return isKnown ? [] : close(leases, lease)
  // Settlements of one commit end together: one return for all of them.
  if (lease.settling > 0) return []
  return lease.reserved === 0 || drawsCostOnly || lease.left > 0 ? [giveLeft(lease)] : []
}

/** The amount reserved for a call has left the row: the call has a hold of its own now. */
export function moved(leases: Leases, call_id: string): Return[] {
  const reservation = leases.calls.get(call_id)
  if (!reservation) return []
  leases.calls.delete(call_id)
  const { lease, amount } = reservation
  lease.reserved -= amount
  return !lease.isOpen && lease.reserved === 0 ? [giveLeft(lease)] : []
}

export function closeLogins(leases: Leases, isOf: (login_id: number) => boolean): Return[] {
  return [...leases.open.values()].filter(({ login_id }) => isOf(login_id)).flatMap((lease) => close(leases, lease))
}

export function closeKind(leases: Leases, kind: string): Return[] {
  const lease = leases.open.get(kind)
  return lease ? close(leases, lease) : []
}

/** Nothing is admitted by it any more; the row keeps what calls in progress may still cost. */
function close(leases: Leases, lease: Lease): Return[] {
  for (const [kind, one] of leases.open) if (one === lease) leases.open.delete(kind)
  lease.isOpen = false
  return [giveLeft(lease)]
}

function giveLeft(lease: Lease): Return {
  const { id, left, returns, reserved, settling } = lease
  lease.left = 0
  lease.returns += 1
  return { id, step: returns, micros: reserved === 0 ? null : left, is_final: settling === 0 }
}
