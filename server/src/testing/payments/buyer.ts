import { accountLogins } from '#access/index.ts'
import { balanceOf } from '#ledger/index.ts'
import type { TestApp } from '../app.ts'

let number = 0

/** A new signed-in user without money, from an address of their own. */
export async function openBuyer(app: TestApp) {
  number += 1
  const email = `buyer-${number}@example.com`
  const { id: owner_id } = await app.addUser({ email, can_pay: true })
  const browser = await app.signedIn(email, { ip: `10.0.${number >> 8}.${number & 255}` })
  const login_id = (await accountLogins(app.ctx, owner_id))[0]?.id ?? 0
  return { browser, owner_id, login_id, email, balance: () => balanceOf(app.ctx, login_id) }
}

export type Buyer = Awaited<ReturnType<typeof openBuyer>>
