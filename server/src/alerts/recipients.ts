import { may } from '@portico/contract/permissions.ts'
import { membersOf } from '#access/room.ts'
import { userById } from '#users/room.ts'
import type { Ctx } from '../ctx.ts'

/** The owner of a login and those of the team who look after it and its money, unless they want no such mail. */
export async function recipientsOf(ctx: Pick<Ctx, 'db'>, owner_id: number) {
  const members = await membersOf(ctx, owner_id)
  const minding = members.filter(({ role }) => may(role, 'receive_alerts'))
  const people = []
  for (const id of [owner_id, ...minding.map(({ user_id }) => user_id)]) {
    const user = await userById(ctx, id)
    if (user?.status === 'active' && user.triggers) people.push(user)
  }
  return people
}
