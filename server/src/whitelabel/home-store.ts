import type { Db } from '#db/db.ts'

const OWN = 0

/**
 * The white-label an account signed up at, while it exists and, where it is private, while the account may enter it; a
 * child account without one belongs to the white-label of its team. 0 is the provider's own.
 */
export async function homeOfAccount(db: Db, user_id: number): Promise<number> {
  const found = await db
    .selectFrom('users')
    .leftJoin('whitelabels', (join) =>
      join
        .onRef('whitelabels.id', '=', 'users.wl_id')
        .on((is) =>
          is.or([
            is('whitelabels.parent_id', '=', 0),
            is('whitelabels.parent_id', '=', is.ref('users.id')),
            is.exists(
              is
                .selectFrom('team_members')
                .select('team_members.user_id')
                .whereRef('team_members.owner_id', '=', 'whitelabels.parent_id')
                .whereRef('team_members.user_id', '=', 'users.id'),
            ),
          ]),
        ),
    )
    .select(['whitelabels.id', 'users.parent_id'])
    .where('users.id', '=', user_id)
    .executeTakeFirst()
  if (found?.id) return found.id
  return found?.parent_id ? homeOfTeam(db, found.parent_id) : OWN
}

/**
 * Where new members of a team sign up: the owner's private white-label, the first one of several, or else the public
 * one the owner signed up at. A private one of another owner would not admit them.
 */
export async function homeOfTeam(db: Db, owner_id: number): Promise<number> {
  const found = await db
    .selectFrom('whitelabels')
    .select('id')
    .where((is) =>
      is.or([
        is('parent_id', '=', owner_id),
        is.and([
          is('parent_id', '=', 0),
          is('id', '=', is.selectFrom('users').select('wl_id').where('users.id', '=', owner_id)),
        ]),
      ]),
    )
    .orderBy('parent_id', 'desc')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return found?.id ?? OWN
}
