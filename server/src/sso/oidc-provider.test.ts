import { sso, ssoSignIn } from '@portico/contract/sso.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type OidcPerson, startOidcProvider } from '#testing/integrations/oidc-provider.ts'
import { openSsoWorld } from '#testing/sso.ts'

const people: Record<string, OidcPerson> = {
  olga: { email: 'olga@acme.test', email_verified: true, name: 'Olga Owner', groups: ['everyone'] },
  nina: { email: 'nina@acme.test', email_verified: true, name: 'Nina New', groups: ['everyone', 'engineers'] },
  mark: { email: 'mark@acme.test', email_verified: false, name: 'Mark', groups: ['everyone'] },
}
let world: Awaited<ReturnType<typeof openSsoWorld>>
let provider: Awaited<ReturnType<typeof startOidcProvider>>

beforeAll(async () => {
  world = await openSsoWorld()
  provider = await startOidcProvider(new URL('/sso/callback', world.app.ctx.env.public_url).href, people)
})
afterAll(async () => {
  await provider.close()
  await world.close()
})

async function round(browser: Awaited<ReturnType<typeof world.visitor>>, target_url: string, account: string) {
  const { pathname, search } = await provider.signIn(target_url, account)
  await browser.open(pathname + search)
  return browser.call(ssoSignIn.finishSso, {})
}

test('a standard provider is tested with its claims, turned on, and used by colleagues to sign in and to confirm', async () => {
  await world.app.addUser({ email: 'olga@acme.test', name: 'Olga Owner' })
  const owner = await world.signedIn('olga@acme.test')
  await world.proveDomain(owner, 'acme.test')
  await owner.must(sso.saveSso, {
    issuer: provider.issuer,
    ...provider.client,
    group_claim: 'groups',
    group_roles: [
      { group: 'everyone', role: 'viewer' },
      { group: 'engineers', role: 'developer' },
    ],
    default_role: null,
    cap_micros: null,
  })
  const tested = await round(owner, (await owner.must(sso.testSso, {})).target_url, 'olga')
  expect(tested.body).toMatchObject({
    kind: 'tested',
    trial: { verdict: 'ok', email: 'olga@acme.test', role: 'viewer' },
  })
  await owner.must(sso.switchSso, { is_on: true, is_required: false })

  const nina = await world.visitor()
  const begin = async (email: string) => (await nina.must(ssoSignIn.beginSso, { email })).target_url
  expect((await round(nina, await begin('nina@acme.test'), 'nina')).body).toMatchObject({
    kind: 'signed_in',
    user: { email: 'nina@acme.test', name: 'Nina New', role: 'developer' },
  })
  const confirm = async () => (await nina.must(ssoSignIn.confirmBySso, {})).target_url
  expect((await round(nina, await confirm(), 'olga')).body).toMatchObject({ code: 'sso_failed' })
  expect((await round(nina, await confirm(), 'nina')).body).toEqual({ kind: 'confirmed' })
  const mark = await world.visitor()
  const { target_url } = await mark.must(ssoSignIn.beginSso, { email: 'mark@acme.test' })
  expect((await round(mark, target_url, 'mark')).body).toMatchObject({ code: 'sso_address' })
})
