// A document of a real provider's size (659 paths, 4 MB, as code generators write it), with and without an overlay, on a real server
// with a source that returns all its fields (`npm run prove -- document`): it starts in less than twice the processor time of the sample
// and below 300 MB, sells, books the documented prices, and shows nothing of upstream's account. A second start does not read the document again.
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generatedDocument, generatedPaths } from '../../server/src/testing/catalogue/generated.ts'
import { OVERLAY } from '../../server/src/testing/catalogue/overlay.ts'
import { MARKS, openCanary, requestsOf } from '../../server/src/testing/gateway/canary.ts'
import { readAuthorization } from '../gateway-client.ts'
import { freshFolder, type RunningServer, runServer } from '../run-server.ts'

const BUNDLED = join(import.meta.dirname, '../../provider')
const OWN_FIELDS = 36
const MOST_MB = 300
const MICROS = 1_000_000
const PRICES = "version: '1'\nvalid_from: 2026-01-01\ndefault: { per_request: 0.001 }\nfunctions: {}\n"
const faults: string[] = []

function writeProvider(overlay: string | null): string {
  const folder = mkdtempSync(join(tmpdir(), 'portico-document-'))
  for (const name of ['openapi', 'overlays']) mkdirSync(join(folder, name))
  for (const name of ['brand.yaml', 'notices.yaml', 'scripts.yaml', 'updates'])
    cpSync(join(BUNDLED, name), join(folder, name), { recursive: true })
  writeFileSync(join(folder, 'openapi', 'vendor.json'), generatedDocument([], OWN_FIELDS))
  writeFileSync(join(folder, 'prices.yaml'), PRICES)
  if (overlay) writeFileSync(join(folder, 'overlays', 'ours.yaml'), overlay)
  return folder
}

/** Processor seconds and resident megabytes of a process, as Linux reports them. */
function weight(pid: number): { seconds: number; mb: number } {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  const resident = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return { seconds: (Number(stat[11]) + Number(stat[12])) / 100, mb: Math.round(Number(resident) / 1_000) }
}

/** The second start with the same folder: the database is there, and documents have been read once. */
async function startTwice(settings: { DATA_DIR: string; [name: string]: string }): Promise<RunningServer> {
  const first = await runServer(settings)
  console.log('  first start', weight(first.pid))
  await first.stop()
  return runServer(settings)
}

async function weighSample(): Promise<number> {
  const DATA_DIR = freshFolder()
  const server = await startTwice({ DATA_DIR, NODE_ENV: 'development', BOT_CHECK: 'off' })
  const found = weight(server.pid)
  console.log('the sample, second start', found)
  await server.stop()
  rmSync(DATA_DIR, { recursive: true, force: true })
  return found.seconds
}

interface Answer {
  cost?: number
  tasks?: { id?: string }[]
}

async function prove(title: string, overlay: string | null, sample_seconds: number): Promise<void> {
  const upstream = await openCanary()
  const DATA_DIR = freshFolder()
  const provider = writeProvider(overlay)
  const server = await startTwice({
    DATA_DIR,
    PROVIDER_DIR: provider,
    UPSTREAM_URL: upstream.url,
    UPSTREAM_AUTH: 'Basic b3VyczpvdXJz',
    TASK_DELAY_MS: '0',
    NODE_ENV: 'development',
    BOT_CHECK: 'off',
  })
  try {
    const found = weight(server.pid)
    console.log(`${title}, second start`, found)
    if (found.seconds > 2 * sample_seconds)
      faults.push(`${title}: ${found.seconds} s to start, the sample ${sample_seconds} s`)
    if (found.mb > MOST_MB) faults.push(`${title}: ${found.mb} MB after the start`)
    const authorization = await readAuthorization(server.url)
    const ask = async (path: string, body?: object[]) => {
      const reply = await fetch(server.url + path, {
        method: body ? 'POST' : 'GET',
        headers: { authorization, 'content-type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
      })
      const text = await reply.text()
      const answer = JSON.parse(text) as Answer
      return { text, answer, micros: Math.round((answer.cost ?? 0) * MICROS) }
    }
    const post = async (path: string) => (await ask(path, [{ keyword: 'a' }])).answer.tasks?.[0]?.id ?? ''
    const own = { crawl: await post('/v3/on_page/task_post'), search: await post('/v3/serp/google/organic/task_post') }
    let charged = 0
    let calls = 0
    for (const { path, body } of generatedPaths().flatMap((one) => requestsOf(one, own))) {
      const { text, micros } = await ask(path, body)
      calls += 1
      charged += micros
      if (MARKS.test(text)) faults.push(`${title}: ${path} shows ${MARKS.exec(text)?.[0]}`)
    }
    if (charged === 0) faults.push(`${title}: nothing was sold`)
    const books = await server.operator('books').catch((error: Error) => error.message)
    if (!books.startsWith('balanced')) faults.push(`${title}: ${books}`)
    console.log(`${title}: ${calls} calls, ${charged / MICROS} dollars`)
  } finally {
    await server.stop()
    await upstream.close()
    for (const folder of [DATA_DIR, provider]) rmSync(folder, { recursive: true, force: true })
  }
}

const sample_seconds = await weighSample()
await prove('without an overlay', null, sample_seconds)
await prove('with an overlay', OVERLAY, sample_seconds)
for (const fault of faults.slice(0, 20)) console.log(fault)
process.exitCode = faults.length > 0 ? 1 : 0
