import { access } from '@portico/contract/access.ts'
import { users } from '@portico/contract/users.ts'
import { expect, test } from 'vitest'
import { openCallers } from '#access/index.ts'
import { sharedApp } from '#testing/shared-app.ts'
import { addMember, dropMember } from './members.ts'

const app = sharedApp()

test('Z7 a member who was removed and joins again gets a new API password: the previous one stays invalid', async () => {
  const [owner, member] = [
    await app.addUser({ email: 'owner@example.com' }),
    await app.addUser({ email: 'member@example.com' }),
  ]
  const join = () =>
    addMember(app.ctx, { owner_id: owner.id, user_id: member.id, role: 'developer' as const, cap_micros: null })
  const works = async (password: string) => {
    app.clock.forward(1000)
    return (await openCallers(app.ctx).find('owner@example.com', password)) !== undefined
  }
  const browser = await app.signedIn('member@example.com')
  await join()
  await browser.must(users.setActiveApiUser, { login: 'owner@example.com' })
  const { password: first } = await browser.must(access.showPassword, {})
  expect(await works(first)).toBe(true)
  await dropMember(app.ctx, owner.id, member.id)
  expect(await works(first)).toBe(false)
  await join()
  expect(await works(first)).toBe(false)
  const { password: second } = await browser.must(access.showPassword, {})
  expect(second).not.toBe(first)
  expect(await works(second)).toBe(true)
})
