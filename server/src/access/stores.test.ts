import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '#testing/db/database.ts'
import { changedBy, combine, insertAccount, insertAll, lockedBy } from '#testing/db/scene.ts'
import { factorFrom, peopleWithFactor, setFactorFrom } from '../team/factor-store.ts'
import { deleteMember, updateMember } from '../team/member-store.ts'
import {
  callerRow,
  callerRows,
  holdIpRules,
  ipRulesOf,
  limitColumns,
  lockSettings,
  saveBounds,
  saveIpRules,
  saveLimitColumns,
  setStatus,
} from './caller-store.ts'
import { listPeople, lockPeople, roleOfMember } from './member-store.ts'
import { deletePasswordsOf, livePasswords, replacePassword } from './password-store.ts'
import { activePeople, namesOf } from './person-store.ts'
import { isHeldBack } from './rule-store.ts'
import {
  agentById,
  agentByMac,
  agentNames,
  agentsOf,
  countAgents,
  lockAgents,
  noteUses,
  revoke,
  revokedBefore,
  revokeOfMember,
} from './secrets/agent-store.ts'
import { endingKeys, keyByMac, lockKey, takeExpiring, updateKey } from './secrets/key-store.ts'
import { findLogin, findLoginById, loginsOfAccount, saveWorkingLogin } from './store.ts'

const NOW = new Date('2026-06-15T12:00:00Z')
const at = (hours: number) => new Date(NOW.getTime() + hours * 3_600_000)
const ids = (rows: readonly { id: number }[]) => rows.map(({ id }) => id).sort((a, b) => a - b)

let database: TestDatabase
let db: TestDatabase['db']
beforeAll(async () => {
  database = await openTestDatabase()
  db = database.db
})
afterAll(() => database.close())

/** An owner with two logins, members of each kind, and another account that one of them belongs to, too. */
async function openTeam() {
  const owner = await insertAccount(db, 1)
  const [developer, viewer, other] = [await insertAccount(db), await insertAccount(db), await insertAccount(db)]
  const disabled = await insertAccount(db, 0, { status: 'disabled' })
  await insertAll(db, 'team_members', [
    { owner_id: owner.id, user_id: developer.id, role: 'developer', created_at: NOW },
    { owner_id: owner.id, user_id: viewer.id, role: 'viewer', created_at: NOW },
    { owner_id: owner.id, user_id: disabled.id, role: 'developer', created_at: NOW },
    { owner_id: other.id, user_id: developer.id, role: 'admin', created_at: NOW },
    { owner_id: other.id, user_id: owner.id, role: 'viewer', created_at: NOW },
  ])
  const [own = 0, machine = 0] = owner.logins
  const [foreign = 0] = other.logins
  return { owner, developer, viewer, disabled, other, own, machine, foreign }
}

describe('agents and keys', () => {
  let team: Awaited<ReturnType<typeof openTeam>>
  let rows: Awaited<ReturnType<typeof insertAll<'agent_logins'>>>
  type Row = (typeof rows)[number]
  beforeAll(async () => {
    team = await openTeam()
    const combined = combine({
      login_id: [team.own, team.machine, team.foreign],
      user_id: [team.owner.id, team.developer.id, team.viewer.id, team.disabled.id],
      kind: ['agent', 'key'],
      revoked_at: [null, at(-2)],
      expires_at: [at(-1), at(1), at(48)],
      last_used_at: [null, at(0)],
    })
    rows = await insertAll(
      db,
      'agent_logins',
      combined.map((row, index) => ({
        ...row,
        name: `secret ${index}`,
        mac: Buffer.from(`mac ${index}`),
        ...(row.kind === 'key' && { prefix: 'portico', old_mac: Buffer.from(`old ${index}`), old_until: at(1) }),
        expiry_mailed_at: index % 2 === 0 ? null : at(-1),
        is_live: false,
        created_at: at(-24),
      })),
    )
    await insertAll(
      db,
      'spend_limits',
      rows.map(({ id, login_id }) => ({ login_id, scope: `#${id}`, kind: 'total' as const, limit_micros: 1 })),
    )
  })
  const matching = (is: (row: Row) => boolean) => ids(rows.filter(is))
  const isOpen = (row: Row) => row.revoked_at === null
  const mayCall = ({ login_id, user_id }: Row) =>
    login_id === team.foreign
      ? user_id === team.developer.id
      : user_id === team.owner.id || user_id === team.developer.id

  test('only an agent that is open, not expired, and of a person who may call, works', async () => {
    const works = (row: Row) => row.kind === 'agent' && isOpen(row) && row.expires_at > NOW && mayCall(row)
    const [byId, byMac]: number[][] = [[], []]
    for (const { id, mac } of rows) {
      const found = [await agentById(db, id, NOW), await agentByMac(db, mac, NOW)]
      if (found[0]) byId?.push(found[0].id)
      if (found[1]) byMac?.push(found[1].id)
    }
    expect([byId, byMac]).toEqual([matching(works), matching(works)])
  })

  test('a key is found by both of its secrets, and works if it is open and its maker may call', async () => {
    for (const row of rows) {
      const found = await keyByMac(db, row.mac, NOW)
      expect(found?.key_id).toBe(row.kind === 'key' ? row.id : undefined)
      if (found) expect(found.is_working).toBe(isOpen(row) && mayCall(row))
      if (row.old_mac) expect((await keyByMac(db, row.old_mac, NOW))?.key_id).toBe(row.id)
    }
  })

  test('lists and counts are of one login and one kind', async () => {
    const isListed = (row: Row) => row.login_id === team.own && row.kind === 'key' && isOpen(row)
    expect(ids(await agentsOf(db, 'key', team.own, undefined))).toEqual(matching(isListed))
    const ofViewer = (row: Row) => isListed(row) && row.user_id === team.viewer.id
    expect(ids(await agentsOf(db, 'key', team.own, team.viewer.id))).toEqual(matching(ofViewer))
    expect(await countAgents(db, 'key', team.own)).toBe(matching(isListed).length)
    const isNamed = ({ login_id }: Row) => login_id === team.own || login_id === team.foreign
    expect(ids(await agentNames(db, [team.own, team.foreign]))).toEqual(matching(isNamed))
    const isEnded = ({ login_id, revoked_at }: Row) =>
      login_id === team.own && revoked_at !== null && revoked_at < at(-1)
    expect(ids(await revokedBefore(db, team.own, at(-1)))).toEqual(matching(isEnded))
    const ends = (row: Row) => row.kind === 'key' && isOpen(row) && row.expires_at > NOW && row.expires_at <= at(24)
    expect(await endingKeys(db, NOW, at(24), 1)).toMatchObject([{ total: matching(ends).length }])
  })

  test('what is revoked is one secret of its login, or all of one member in one team', async () => {
    const [row] = rows.filter((one) => isOpen(one) && one.kind === 'key')
    if (!row) throw new Error('the scene has no open key')
    const { id, login_id, user_id, kind } = row
    const revoked = (more: object) =>
      changedBy(db, 'agent_logins', (tx) => revoke(tx, { id, login_id, kind, user_id: undefined, ...more }, NOW))
    expect(ids(await revoked({}))).toEqual([id])
    expect(ids(await revoked({ user_id }))).toEqual([id])
    const wrong = [
      { login_id: team.foreign },
      { kind: 'agent' },
      { user_id: team.viewer.id },
      { id: matching((one) => !isOpen(one))[0] },
    ]
    for (const one of wrong) expect(await revoked(one), JSON.stringify(one)).toEqual([])
    const ofDeveloper = (one: Row) => isOpen(one) && one.user_id === team.developer.id && one.login_id !== team.foreign
    expect(
      ids(await changedBy(db, 'agent_logins', (tx) => revokeOfMember(tx, team.owner.id, team.developer.id, NOW))),
    ).toEqual(matching(ofDeveloper))
  })

  test('a key is changed by its maker alone, while it is open', async () => {
    const own = { login_id: team.own, user_id: team.owner.id }
    const found: number[] = []
    for (const { id } of rows) if (await lockKey(db, { id, ...own })) found.push(id)
    expect(found).toEqual(
      matching(
        (row) => row.kind === 'key' && isOpen(row) && row.login_id === team.own && row.user_id === team.owner.id,
      ),
    )
    const [id = 0] = found
    expect(ids(await changedBy(db, 'agent_logins', (tx) => updateKey(tx, id, { name: 'Other' })))).toEqual([id])
  })

  test('keys that expire soon are taken once, if their maker still belongs to the account', async () => {
    const isMember = ({ login_id, user_id }: Row) =>
      login_id !== team.foreign || user_id === team.developer.id || user_id === team.owner.id
    const isDue = (row: Row) =>
      row.kind === 'key' &&
      isOpen(row) &&
      row.expiry_mailed_at === null &&
      row.expires_at > NOW &&
      row.expires_at <= at(24) &&
      isMember(row)
    expect(ids(await changedBy(db, 'agent_logins', (tx) => takeExpiring(tx, NOW, at(24))))).toEqual(matching(isDue))
  })

  test('a use is noted for those named, unless it was noted since', async () => {
    const named = rows.filter(({ login_id }) => login_id === team.own)
    const isOld = ({ last_used_at }: Row) => last_used_at === null || last_used_at <= at(-1)
    expect(ids(await changedBy(db, 'agent_logins', (tx) => noteUses(tx, ids(named), at(0.5), at(-1))))).toEqual(
      ids(named.filter(isOld)),
    )
  })
})

describe('logins', () => {
  const rules = [{ cidr: '203.0.113.7', label: '' }]

  test('settings, rules and status are read and written for one login', async () => {
    const { own, machine } = await openTeam()
    const written = (change: (tx: typeof db) => Promise<unknown>) => changedBy(db, 'api_logins', change).then(ids)
    expect(await written((tx) => saveIpRules(tx, own, rules))).toEqual([own])
    expect(await written((tx) => saveLimitColumns(tx, own, { webhook_delay_ms: 7 }))).toEqual([own])
    expect(await written((tx) => saveBounds(tx, own, { per_minute: 7 }))).toEqual([own])
    expect(await written((tx) => setStatus(tx, own, 'off'))).toEqual([own])
    await saveBounds(db, machine, { status: 'on_hold' })
    expect(await written((tx) => setStatus(tx, machine, 'active'))).toEqual([])
    await saveIpRules(db, machine, rules)
    await saveLimitColumns(db, machine, { webhook_delay_ms: 7 })
    expect([await ipRulesOf(db, own), await holdIpRules(db, own)]).toEqual([[], []])
    expect([await ipRulesOf(db, machine), await holdIpRules(db, machine)]).toEqual([rules, rules])
    expect((await limitColumns(db, machine)).webhook_delay_ms).toBe(7)
    const password = { login_id: own, member_id: null, made_at: NOW, mac: Buffer.from('locked'), sealed: null }
    const locks = [
      (tx: typeof db) => lockAgents(tx, own),
      (tx: typeof db) => lockSettings(tx, own),
      (tx: typeof db) => holdIpRules(tx, own),
      (tx: typeof db) => replacePassword(tx, password, null),
    ]
    for (const lock of locks) expect(await lockedBy(db, 'api_logins', lock)).toEqual([own])
    expect((await limitColumns(db, own)).webhook_delay_ms).toBe(0)
  })

  test('a login is found by its name or number, with those of its account, and is the working login of one user', async () => {
    const { owner, own, machine } = await openTeam()
    expect((await findLogin(db, owner.email))?.id).toBe(own)
    expect((await findLoginById(db, machine))?.id).toBe(machine)
    expect(ids(await loginsOfAccount(db, owner.id))).toEqual([own, machine])
    expect(ids(await changedBy(db, 'users', (tx) => saveWorkingLogin(tx, owner.id, machine)))).toEqual([owner.id])
  })

  test('a caller has the passwords of its login that work: those of the account, and of members who may call', async () => {
    const { owner, developer, viewer, disabled, other, own, machine, foreign } = await openTeam()
    const stranger = await insertAccount(db)
    await insertAll(db, 'team_members', [
      { owner_id: other.id, user_id: stranger.id, role: 'developer', created_at: NOW },
    ])
    const passwords = await insertAll(
      db,
      'api_passwords',
      combine({
        login_id: [own, machine, foreign],
        member_id: [null, developer.id, viewer.id, disabled.id, stranger.id],
        valid_until: [null, at(-1), at(1)],
      }).map((row, index) => ({ ...row, made_at: at(index / 60), mac: Buffer.from(`password ${index}`) })),
    )
    type Row = (typeof passwords)[number]
    const names = (rows: readonly { mac: Buffer | null }[]) => rows.map(({ mac }) => String(mac)).sort()
    const isValid = ({ valid_until }: Row) => valid_until === null || valid_until > NOW
    const works = (row: Row) => row.login_id === own && isValid(row) && [null, developer.id].includes(row.member_id)
    const budgets = [
      { owner_id: owner.id, tag: 'mine' },
      { owner_id: owner.id, login_id: own },
      { owner_id: other.id, tag: 'theirs' },
    ]
    const times = { created_at: NOW, changed_at: NOW, checked_at: NOW }
    await insertAll(
      db,
      'budgets',
      budgets.map((budget) => ({ ...budget, soft_micros: 1, ...times })),
    )
    const callers = await callerRows(db, owner.email, NOW)
    expect(names(callers)).toEqual(names(passwords.filter(works)))
    expect(callers[0]).toMatchObject({ is_known: true, id: own, budget_tags: ['mine'] })
    expect(await callerRow(db, owner.email, NOW)).toMatchObject({ id: own, budget_tags: ['mine'] })
    const ofMember = (row: Row) => row.login_id === own && row.member_id === developer.id
    const holder = { login_id: own, member_id: developer.id }
    expect(names(await livePasswords(db, holder, NOW))).toEqual(
      names(passwords.filter((row) => ofMember(row) && isValid(row))),
    )
    const replaced = (old_until: Date | null) =>
      changedBy(db, 'api_passwords', (tx) =>
        replacePassword(tx, { ...holder, made_at: at(2), mac: Buffer.from('new'), sealed: null }, old_until),
      )
    for (const until of [null, at(3)]) expect(names(await replaced(until))).toEqual(names(passwords.filter(ofMember)))
    const inTeam = (row: Row) => row.login_id !== foreign && row.member_id === viewer.id
    expect(names(await changedBy(db, 'api_passwords', (tx) => deletePasswordsOf(tx, owner.id, viewer.id)))).toEqual(
      names(passwords.filter(inTeam)),
    )
    const made = await db.transaction().execute(async (tx) => {
      const later = { made_at: at(9), sealed: null, valid_until: null }
      await insertAll(tx, 'api_passwords', [
        { ...later, login_id: own, member_id: viewer.id, mac: Buffer.from('of another member') },
        { ...later, login_id: foreign, member_id: developer.id, mac: Buffer.from('of another login') },
      ])
      await replacePassword(tx, { ...holder, made_at: at(2), mac: Buffer.from('newer'), sealed: null }, at(3))
      return livePasswords(tx, holder, NOW)
    })
    expect(made.map(({ mac, ...row }) => ({ ...row, mac: String(mac) }))).toMatchObject([
      { mac: 'newer', made_at: at(2), valid_until: null },
      { member_id: developer.id, valid_until: at(3) },
    ])
  })
})

describe('people', () => {
  test('a member is of one account', async () => {
    const { owner, developer, viewer, disabled, other } = await openTeam()
    expect(await roleOfMember(db, owner.id, developer.id)).toBe('developer')
    expect(await roleOfMember(db, owner.id, viewer.id)).toBe('viewer')
    expect(await roleOfMember(db, other.id, developer.id)).toBe('admin')
    const people = (await listPeople(db, owner.id)).map(({ user_id, role }) => [user_id, role])
    expect(people).toEqual([
      [owner.id, 'owner'],
      [developer.id, 'developer'],
      [viewer.id, 'viewer'],
      [disabled.id, 'developer'],
    ])
    const row = expect.objectContaining({ owner_id: owner.id, user_id: developer.id })
    const locked = await lockedBy(db, 'team_members', (tx) => lockPeople(tx, viewer.id), 'owner_id')
    expect(locked).toEqual([])
    const change = { cap_micros: 1 }
    expect(await changedBy(db, 'team_members', (tx) => updateMember(tx, owner.id, developer.id, change))).toEqual([row])
    expect(await changedBy(db, 'team_members', (tx) => deleteMember(tx, owner.id, developer.id))).toEqual([row])
  })

  test('names, mails and factors are those of the people in question', async () => {
    const { owner, developer, viewer, disabled, other } = await openTeam()
    const chosen = [viewer.id, developer.id, disabled.id]
    expect([...(await namesOf(db, chosen)).keys()].sort()).toEqual(chosen.toSorted())
    expect((await activePeople(db, chosen)).map(({ id }) => id)).toEqual([viewer.id, developer.id])
    await insertAll(db, 'second_factors', [
      { user_id: viewer.id, sealed_key: Buffer.from('x'), created_at: NOW },
      { user_id: owner.id, sealed_key: Buffer.from('x'), created_at: NOW },
    ])
    const key = { public_key: Buffer.from('x'), counter: 0, transports: '[]', rp_id: 'x', name: 'x', created_at: NOW }
    await insertAll(db, 'passkeys', [
      { ...key, id: `a${disabled.id}`, user_id: disabled.id },
      { ...key, id: `a${other.id}`, user_id: other.id },
    ])
    expect([...(await peopleWithFactor(db, chosen))].sort()).toEqual([viewer.id, disabled.id].sort())
    await setFactorFrom(db, owner.id, at(-1))
    await setFactorFrom(db, other.id, at(1))
    expect([await factorFrom(db, owner.id), await factorFrom(db, other.id)]).toEqual([at(-1), at(1)])
  })

  test('a user without a factor is held back on a login whose account demands one by now', async () => {
    const { owner, developer, viewer, disabled, other, own, foreign } = await openTeam()
    const held = (user: { id: number }, login: number) => isHeldBack(db, user.id, login, NOW)
    await setFactorFrom(db, owner.id, at(-1))
    await setFactorFrom(db, other.id, at(1))
    expect([await held(developer, own), await held(developer, foreign), await held(owner, own)]).toEqual([
      true,
      false,
      true,
    ])
    expect(await isHeldBack(db, developer.id, own, NOW, owner.id), 'by single sign-on').toBe(false)
    await setFactorFrom(db, other.id, at(-1))
    expect([await held(developer, foreign), await held(viewer, foreign)]).toEqual([true, true])
    expect(await held(disabled, disabled.logins[0] ?? 0)).toBe(false)
    await insertAll(db, 'second_factors', [{ user_id: developer.id, sealed_key: Buffer.from('x'), created_at: NOW }])
    const key = { public_key: Buffer.from('x'), counter: 0, transports: '[]', rp_id: 'x', name: 'x', created_at: NOW }
    await insertAll(db, 'passkeys', [{ ...key, id: `b${viewer.id}`, user_id: viewer.id }])
    expect([await held(developer, own), await held(viewer, own), await held(owner, own)]).toEqual([false, false, true])
  })
})
