import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { afterAll, expect, test } from 'vitest'
import { checkReport, openCatalogue, reportText } from '#catalogue/index.ts'
import { openTestApp } from '#testing/app.ts'
import { closeBalanced } from '#testing/close-balanced.ts'
import { openCustomer } from '#testing/gateway/customer.ts'
import { openTestServer, send } from '#testing/gateway/upstream.ts'
import { missingLines, readGuide } from '#testing/guide.ts'
import { newProvider } from './new-provider.ts'

// The short form of `npm run prove -- provider`, which runs the page's commands in a shell against the real server.
const PAGE = readFileSync(resolve(import.meta.dirname, '../../../docs/sell-your-own-api.md'), 'utf8')
const blocks = readGuide(PAGE)
const home = mkdtempSync(join(tmpdir(), 'portico-guide-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))

/** The expected output after the commands that contain these words. */
function printed(words: string): string {
  const at = blocks.findIndex(({ kind, text }) => kind === 'sh' && text.includes(words))
  return blocks.slice(at).find(({ kind }) => kind === 'text')?.text ?? 'there is no such block'
}

function save(name: string): void {
  const file = blocks.find((block) => block.kind === 'file' && block.name === name)
  mkdirSync(dirname(join(home, name)), { recursive: true })
  writeFileSync(join(home, name), file?.text ?? '')
}

/** The options of the page's command, with our source instead of its own. */
function optionsOf(command: string, source: string): Record<string, string> {
  const words = [...command.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map(
    (match) => match[1] ?? match[2] ?? match[3] ?? '',
  )
  const { values } = parseArgs({ args: words, strict: false, allowPositionals: true })
  const given = Object.entries(values).map(([name]): [string, string] => [
    name,
    words[words.indexOf(`--${name}`) + 1] ?? '',
  ])
  return { ...Object.fromEntries(given), source }
}

test('the guide’s folder, overlay, prices and refusals are as the page shows them', async () => {
  const source = await openTestServer(({ path, headers }, response) => {
    const days = Number(new URL(path, 'http://source').searchParams.get('days') ?? 3)
    response.statusCode = headers['x-api-key'] === 'secret' ? 200 : 401
    const list = Array.from({ length: days }, (_, day) => ({ high: 20 + day }))
    send(response, JSON.stringify(path === '/v1/cities' ? ['kiel', 'oslo'] : { days: list }))
  })
  save('forecasts.yaml')
  const command = blocks.find(({ kind, text }) => kind === 'sh' && text.includes('provider new'))?.text ?? ''
  const options = optionsOf(command, `${source.url}/v1`)
  expect(options).toMatchObject({ price: '0.002', auth: 'X-Api-Key: secret' })
  const folder = join(home, 'my-api')
  const made = await newProvider({ words: [folder, join(home, 'forecasts.yaml')], options, json: false })
  expect(missingLines(printed('provider new'), made.text)).toEqual([])
  expect(missingLines(printed('grep account'), readFileSync(join(folder, 'overlays/decisions.yaml'), 'utf8'))).toEqual(
    [],
  )

  save('my-api/overlays/own.yaml')
  const selling = { prefix: '', has_api_host: false, has_source: true }
  const report = reportText(checkReport(openCatalogue(folder, 'portico', undefined, selling), null))
  expect(missingLines(printed('catalogue check'), report)).toEqual([])

  const settings = { PROVIDER_DIR: folder, UPSTREAM_URL: `${source.url}/v1`, UPSTREAM_AUTH: options.auth ?? '' }
  const site = await openTestApp({ settings })
  const customer = await openCustomer(site)
  const [good, bad, cities, keys] = await Promise.all(
    ['/v1/forecasts/kiel?days=4', '/v1/forecasts/kiel?days=99', '/v1/cities', '/v1/account/keys'].map((path) =>
      customer.call(path),
    ),
  )
  const shown = `HTTP/1.1 ${good?.http} OK\nx-cost: ${good?.headers['x-cost']}\n${good?.raw}`
  expect(missingLines(printed('days=4'), shown)).toEqual([])
  expect([bad?.http, cities?.raw.toString(), keys?.http]).toEqual([400, '["kiel","oslo"]', 404])
  expect(missingLines(printed('days=99'), `HTTP/1.1 400 Bad Request\n${cities?.raw}\nHTTP/1.1 404 Not Found`)).toEqual(
    [],
  )
  const document = (await site.app.inject({ url: '/openapi.json' })).body
  expect(missingLines(printed('openapi.json'), document)).toEqual([])
  await closeBalanced(site)
  await source.close()
})

test('a line that the output lacks is reported', () => {
  expect(missingLines('one\ntwo', 'one\nthree')).toEqual(['two'])
})
