// Runs the code samples of the dashboard (`npm run prove -- samples`): each language that this machine has sends a list of tasks, a read with
// further headers, a form with fields and a file, and a file as the whole body, and what arrives must be the same for all. Languages
// that are not installed are named.
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { codeSample, SAMPLE_LANGUAGES, type SampleLanguage } from '../../web/src/code-samples/code-samples.ts'

type Parts = Omit<Parameters<typeof codeSample>[1], 'url' | 'login' | 'password'>

const LOGIN = "o'neil$HOME@example.com"
const PASSWORD = 'pk_"secret"\\'
const LONGEST_MS = 120_000
const run = promisify(execFile)

/** File name, commands that run it, and a command that is there when the language is. */
const LANGUAGES: Record<SampleLanguage, { file: string; run: string[]; has: string[] }> = {
  curl: { file: 'sample.sh', run: ['bash', 'sample.sh'], has: ['curl', '--version'] },
  node: { file: 'sample.mjs', run: [process.execPath, 'sample.mjs'], has: [process.execPath, '--version'] },
  typescript: { file: 'sample.mts', run: [process.execPath, 'sample.mts'], has: [process.execPath, '--version'] },
  python: { file: 'sample.py', run: ['python3', 'sample.py'], has: ['python3', '--version'] },
  php: { file: 'sample.php', run: ['php', 'sample.php'], has: ['php', '--version'] },
  csharp: { file: 'Program.cs', run: ['dotnet', 'run', 'Program.cs'], has: ['dotnet', '--version'] },
  go: { file: 'sample.go', run: ['go', 'run', 'sample.go'], has: ['go', 'version'] },
  java: { file: 'Request.java', run: ['java', 'Request.java'], has: ['java', '-version'] },
  ruby: { file: 'sample.rb', run: ['ruby', 'sample.rb'], has: ['ruby', '--version'] },
}

const TASKS = JSON.stringify([{ keyword: "o'neil “ü” \\ $x", location_code: 2840 }], null, 2)
const FILE = Buffer.from(Array.from({ length: 300 }, (_, at) => at % 256))
const CASES: Record<string, { parts: Parts; expected: unknown }> = {
  tasks: { parts: { body: TASKS }, expected: { method: 'POST', body: JSON.parse(TASKS) } },
  'a read': {
    parts: { isPlain: true, headers: { 'X-Region': 'eu "1"' } },
    expected: { method: 'GET', region: 'eu "1"' },
  },
  'a change': {
    parts: { isPlain: true, method: 'PUT', body: '{"name":"x"}' },
    expected: { method: 'PUT', body: { name: 'x' } },
  },
  'a form': {
    parts: { isPlain: true, files: { fields: [['purpose', 'fine "tune" é']], files: [['file', 'data.bin']] } },
    expected: { method: 'POST', form: { purpose: 'fine "tune" é', file: ['data.bin', FILE.toString('hex')] } },
  },
  'a file': {
    parts: { isPlain: true, method: 'PUT', type: 'image/png', files: { whole: 'data.bin', fields: [], files: [] } },
    expected: { method: 'PUT', type: 'image/png', bytes: FILE.toString('hex') },
  },
}

let arrived: unknown
const server = createServer((request, response) => {
  const parts: Buffer[] = []
  request.on('data', (part: Buffer) => parts.push(part))
  request.on('end', () => {
    void read(request.headers, request.method ?? '', Buffer.concat(parts)).then((found) => {
      arrived = found
      response.setHeader('content-type', 'application/json')
      response.end('{"status_code":20000,"status_message":"Ok.","tasks":[{"result":[1]}]}')
    })
  })
})

type Headers = Record<string, string | string[] | undefined>

async function read(headers: Headers, method: string, body: Buffer): Promise<unknown> {
  const type = String(headers['content-type'] ?? '')
  const credentials = Buffer.from(String(headers.authorization).replace('Basic ', ''), 'base64').toString()
  if (credentials !== `${LOGIN}:${PASSWORD}`) return { credentials }
  if (body.length === 0) return { method, region: headers['x-region'] }
  if (type === 'application/json') return { method, body: JSON.parse(body.toString()) }
  if (!type.startsWith('multipart/')) return { method, type, bytes: body.toString('hex') }
  const form = await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData()
  const fields = [...form].map(async ([name, value]): Promise<[string, unknown]> => {
    if (typeof value === 'string') return [name, value]
    return [name, [value.name, Buffer.from(await value.arrayBuffer()).toString('hex')]]
  })
  return { method, form: Object.fromEntries(await Promise.all(fields)) }
}

async function sendBy(language: SampleLanguage, { parts, expected }: (typeof CASES)[string], url: string) {
  const { file, run: command } = LANGUAGES[language]
  const [program = '', ...args] = command
  const folder = mkdtempSync(join(tmpdir(), 'portico-sample-'))
  try {
    writeFileSync(join(folder, 'data.bin'), FILE)
    writeFileSync(join(folder, file), codeSample(language, { ...parts, url, login: LOGIN }))
    arrived = undefined
    await run(program, args, { cwd: folder, timeout: LONGEST_MS, env: { ...process.env, API_PASSWORD: PASSWORD } })
    return JSON.stringify(arrived) === JSON.stringify(expected)
      ? undefined
      : `${JSON.stringify(arrived)?.slice(0, 300)} arrived`
  } catch (error) {
    return String(error).slice(0, 500)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function isInstalled([program = '', ...args]: string[]): Promise<boolean> {
  return run(program, args).then(
    () => true,
    () => false,
  )
}

server.listen(0, '127.0.0.1')
await once(server, 'listening')
const address = server.address()
const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/v1/things?a=1&b=%20`
let faults = 0
for (const language of SAMPLE_LANGUAGES) {
  if (!(await isInstalled(LANGUAGES[language].has))) {
    console.log(`${language}: not installed`)
    continue
  }
  const failed: string[] = []
  for (const [name, one] of Object.entries(CASES)) {
    const fault = await sendBy(language, one, url)
    if (fault) failed.push(`  ${name}: ${fault}`)
  }
  faults += failed.length
  console.log(
    `${language}: ${Object.keys(CASES).length - failed.length} of ${Object.keys(CASES).length} arrived as they should`,
  )
  for (const line of failed) console.log(line)
}
server.close()
process.exitCode = faults > 0 ? 1 : 0
