import type { Db } from '#db/db.ts'

export function staffRows(db: Db) {
  return db
    .selectFrom('users')
    .leftJoin('second_factors', 'second_factors.user_id', 'users.id')
    .select([
      'users.id',
      'email',
      'name',
      'language',
      'status',
      'last_login_at',
      'staff_role as role',
      'second_factors.created_at as factor_since',
    ])
    .select((is) =>
      is
        .selectFrom('recovery_codes')
        .select((left) => left.fn.countAll<number>().as('left'))
        .whereRef('recovery_codes.user_id', '=', 'users.id')
        .where('used_at', 'is', null)
        .as('recovery_codes_left'),
    )
    .select((is) =>
      is
        .selectFrom('passkeys')
        .select((count) => count.fn.countAll<number>().as('passkeys'))
        .whereRef('passkeys.user_id', '=', 'users.id')
        .as('passkeys'),
    )
    .where('is_staff', '=', true)
    .orderBy('email')
    .execute()
}

export function lockActiveStaff(db: Db) {
  return db
    .selectFrom('users')
    .select(['id', 'staff_role as role'])
    .where('is_staff', '=', true)
    .where('status', '=', 'active')
    .orderBy('id')
    .forUpdate()
    .execute()
}

/** Revokes links with which this staff member could still begin to act as a customer. */
export async function revokeActingLinks(db: Db, staff_id: number, now: Date): Promise<void> {
  await db
    .updateTable('link_tokens')
    .set({ used_at: now })
    .where('staff_id', '=', staff_id)
    .where('used_at', 'is', null)
    .execute()
}
