import type { MoneyLogin } from '@portico/contract/money-login.ts'

/** The initial choice of a transfer. */
export interface TransferStart {
  from?: string
  to?: string
}

export interface Choice {
  from: MoneyLogin
  to: MoneyLogin
}

/** The two logins of a transfer. Where none was named: from the one with most to move, to the first of the others. */
export function chooseLogins(logins: readonly MoneyLogin[], input: TransferStart): Choice | undefined {
  const named = (name: string | undefined) => logins.find(({ login }) => login === name)
  const richest = (among: readonly MoneyLogin[]) => among.toSorted((a, b) => b.movable_micros - a.movable_micros)[0]
  const from = named(input.from) ?? richest(logins.filter(({ login }) => login !== input.to))
  if (!from) return undefined
  const others = logins.filter(({ login }) => login !== from.login)
  const to = others.find(({ login }) => login === input.to) ?? others[0]
  return to && { from, to }
}
