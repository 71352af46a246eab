import { may } from '@portico/contract/permissions.ts'
import { peopleOf } from '#access/index.ts'
import type { Ctx } from '#ctx/ctx.ts'
import { userById } from '#users/index.ts'

/** The owners of a login and the members who look after it and its money. */
export async function recipientsOf(ctx: Pick<Ctx, 'db'>, owner_id: number) {
  const minding = (await peopleOf(ctx, owner_id)).filter(({ role }) => may(role, 'receive_alerts'))
  const people = []
  for (const { user_id } of minding) {
    const user = await userById(ctx, user_id)
    if (user?.status === 'active') people.push(user)
  }
  return people
}
