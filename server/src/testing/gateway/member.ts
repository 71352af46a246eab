import type { GivenRole } from '@portico/contract/role.ts'
import { users } from '@portico/contract/users.ts'
import { addMember } from '#team/members.ts'
import type { TestApp } from '../app.ts'

let number = 0

/** A member of the owner's team, signed in and working on the owner's login. */
export async function openMember(
  site: Pick<TestApp, 'ctx' | 'addUser' | 'signedIn'>,
  owner: { user_id: number; login: string },
  { role, cap_micros = null }: { role: GivenRole; cap_micros?: number | null },
) {
  number += 1
  const email = `member-${process.pid}-${number}@example.com`
  const { id } = await site.addUser({ email })
  await addMember(site.ctx, { owner_id: owner.user_id, user_id: id, role, cap_micros })
  const browser = await site.signedIn(email, { ip: `203.0.113.${100 + number}` })
  await browser.must(users.setActiveApiUser, { login: owner.login })
  return { id, browser }
}
