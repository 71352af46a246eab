import type { Output } from '@portico/contract/endpoint.ts'
import type { operator } from '@portico/contract/operator.ts'
import type { RequestCtx } from '#ctx/ctx.ts'
import { loginOwners } from './user-list-store.ts'

type Subject = NonNullable<Output<typeof operator.books>['result']>['about'][number]

/** The beginnings of the lines that a check of the books writes. */
const CALL = /^(?:call|transaction) ([0-9a-f-]{36})\b/
const PAYMENT = /^payment ([A-Z0-9-]+):/
const LOGIN_ID = /\blogin (\d+)\b/
const ACCOUNT = /^account login:(\S+):/
const DAY = /^login \d+, (\d{4}-\d\d-\d\d)/

/** Where each discrepancy is looked into: the way of the call, the payment, or the customer and the day. */
export async function subjectsOf(ctx: Pick<RequestCtx, 'db'>, lines: string[]): Promise<Subject[]> {
  const ids = lines.flatMap((line) => LOGIN_ID.exec(line)?.[1] ?? []).map(Number)
  const names = lines.flatMap((line) => ACCOUNT.exec(line)?.[1] ?? [])
  const owners = await loginOwners(ctx.db, ids, names)
  return lines.map((line) => {
    const id = LOGIN_ID.exec(line)?.[1]
    const name = ACCOUNT.exec(line)?.[1]
    const owner = owners.find((one) => (id === undefined ? one.login === name : one.id === Number(id)))
    return {
      request_id: CALL.exec(line)?.[1] ?? null,
      payment: PAYMENT.exec(line)?.[1] ?? null,
      customer_id: owner?.owner_id ?? null,
      login: owner?.login ?? null,
      day: DAY.exec(line)?.[1] ?? null,
    }
  })
}
