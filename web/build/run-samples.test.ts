// Runs the code samples with the real programs that this machine has, against a test server.

import { execFile, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { codeSample, SAMPLE_LANGUAGES, type SampleLanguage } from '../src/code-samples/code-samples.ts'
import type { SampleParts } from '../src/code-samples/curl.ts'

interface Received {
  request: IncomingMessage
  body: Buffer
}

const LOGIN = "o'neil+etl@example.com"
const PASSWORD = 'pk_"s$ecret'
/** A name that every language has to quote. */
const FILE = `a b's; {x}.bin`
const BYTES = randomBytes(3000)
const run = promisify(execFile)
const received: Received[] = []
const folder = mkdtempSync(join(tmpdir(), 'portico-samples-'))
const server = createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk) => chunks.push(chunk))
  request.on('end', () => {
    received.push({ request, body: Buffer.concat(chunks) })
    response.writeHead(200, { 'content-type': 'text/plain' }).end('the answer')
  })
})
let url = ''

beforeAll(async () => {
  writeFileSync(join(folder, FILE), BYTES)
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const address = server.address()
  url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/v1/things?a=b%20c`
})
afterAll(() => {
  server.close()
  rmSync(folder, { recursive: true })
})

interface Program {
  /** Shows that the machine has it. */
  check: [string, ...string[]]
  file: string
  run: [string, ...string[]][]
  /** Where the program of this machine knows only older forms of the language. */
  adapt?: (code: string) => string
}

const PROGRAMS: Record<SampleLanguage, Program> = {
  curl: { check: ['curl', '--version'], file: 'sample.sh', run: [['sh', 'sample.sh']] },
  node: { check: [process.execPath, '--version'], file: 'sample.mjs', run: [[process.execPath, 'sample.mjs']] },
  typescript: { check: [process.execPath, '--version'], file: 'sample.mts', run: [[process.execPath, 'sample.mts']] },
  python: { check: ['python3', '--version'], file: 'sample.py', run: [['python3', 'sample.py']] },
  php: {
    check: ['php', '-r', 'exit(extension_loaded("curl") ? 0 : 1);'],
    file: 'sample.php',
    run: [['php', 'sample.php']],
  },
  ruby: { check: ['ruby', '--version'], file: 'sample.rb', run: [['ruby', 'sample.rb']] },
  go: { check: ['go', 'version'], file: 'sample.go', run: [['go', 'run', 'sample.go']] },
  java: { check: ['javac', '--version'], file: 'Request.java', run: [['java', 'Request.java']] },
  csharp: {
    check: ['mcs', '--version'],
    file: 'sample.cs',
    run: [
      ['mcs', '-r:System.Net.Http.dll', '-out:sample.exe', 'sample.cs'],
      ['mono', 'sample.exe'],
    ],
    adapt: inOlderCsharp,
  },
}
const USUAL: SampleLanguage[] = ['curl', 'node', 'typescript', 'python']
const isHere = (language: SampleLanguage) => {
  const [program, ...args] = PROGRAMS[language].check
  return spawnSync(program, args).status === 0
}
const variants: [SampleLanguage[], { tags?: 'long' }][] = [
  [USUAL, {}],
  [SAMPLE_LANGUAGES.filter((language) => !USUAL.includes(language) && isHere(language)), { tags: 'long' }],
]

/** Mono compiles C# 7: no program without a class, no `using var`, and no namespaces that are imported by themselves. */
function inOlderCsharp(code: string): string {
  const lines = code.replaceAll('using var ', 'var ').split('\n')
  const isImport = (line: string) => /^using [\w.]+;$/.test(line)
  const own = ['System', 'System.IO', 'System.Net.Http', 'System.Threading.Tasks'].map((name) => `using ${name};`)
  const main = [
    'static class Program',
    '{',
    'static void Main() { Run().GetAwaiter().GetResult(); }',
    'static async Task Run()',
    '{',
    ...lines.filter((line) => !isImport(line)),
    '}',
    '}',
  ]
  return [...own, ...lines.filter(isImport), ...main].join('\n')
}

async function runSample(language: SampleLanguage, parts: Omit<SampleParts, 'url' | 'login'>): Promise<Received> {
  const { file, run: commands, adapt = (code) => code } = PROGRAMS[language]
  writeFileSync(join(folder, file), adapt(codeSample(language, { url, login: LOGIN, isPlain: true, ...parts })))
  received.length = 0
  const env = { ...process.env, API_PASSWORD: PASSWORD, LC_ALL: 'C.UTF-8' }
  let shown = ''
  for (const [program, ...args] of commands) shown = (await run(program, args, { cwd: folder, env })).stdout
  expect(shown, 'the answer is shown').toContain('the answer')
  const [only] = received
  expect(received).toHaveLength(1)
  if (!only) throw new Error(`${language} sent nothing`)
  expect(only.request.url).toBe('/v1/things?a=b%20c')
  expect(only.request.headers.authorization).toBe(`Basic ${Buffer.from(`${LOGIN}:${PASSWORD}`).toString('base64')}`)
  return only
}
const formOf = ({ request, body }: Received) =>
  new Response(new Uint8Array(body), { headers: { 'content-type': request.headers['content-type'] ?? '' } }).formData()

const headers = { 'x-amz-target': "Table_2012.GetItem's", 'x-empty': '' }

vi.setConfig({ testTimeout: 60_000 })
for (const [languages, options] of variants) {
  test.each(languages)(
    'the %s sample sends the headers that select an operation, with JSON, without a body and with PUT',
    options,
    async (language) => {
      const task = { TableName: "o'neil", Key: { id: ['ü', 1.5, null] } }
      const posted = await runSample(language, { headers, body: JSON.stringify(task, null, 2), method: 'POST' })
      expect(posted.request.headers).toMatchObject({ ...headers, 'content-type': 'application/json' })
      expect(JSON.parse(posted.body.toString())).toEqual(task)
      const read = await runSample(language, { headers, method: 'GET' })
      expect([read.request.method, read.body.length]).toEqual(['GET', 0])
      expect(read.request.headers).toMatchObject(headers)
      const put = await runSample(language, { headers, body: '{}', method: 'PUT' })
      expect([put.request.method, put.body.toString()]).toEqual(['PUT', '{}'])
    },
  )

  test.each(languages)(
    'the %s sample sends files and fields of a form, byte for byte and with their names',
    options,
    async (language) => {
      const files = {
        fields: [['prompt', 'it\'s "here", ü'] as [string, string], ['n', '2'] as [string, string]],
        files: [['file', FILE] as [string, string]],
      }
      const sent = await runSample(language, { headers, files, type: 'multipart/form-data', method: 'POST' })
      expect(sent.request.headers).toMatchObject(headers)
      const form = await formOf(sent)
      expect([form.get('prompt'), form.get('n')]).toEqual(['it\'s "here", ü', '2'])
      const file = form.get('file')
      if (!(file instanceof File)) throw new Error('no file arrived')
      expect(file.name).toBe(FILE)
      expect(Buffer.compare(Buffer.from(await file.arrayBuffer()), BYTES)).toBe(0)
    },
  )

  test.each(languages)('the %s sample sends a file as the whole body', options, async (language) => {
    const files = { whole: FILE, fields: [], files: [] }
    const sent = await runSample(language, { headers, files, type: 'audio/wav', method: 'PUT' })
    expect(sent.request.headers).toMatchObject({ ...headers, 'content-type': 'audio/wav' })
    expect([sent.request.method, Buffer.compare(sent.body, BYTES)]).toEqual(['PUT', 0])
  })

  test.each(languages)('the %s sample sends a form without files', options, async (language) => {
    const body = 'To=%2B49&Body=a%20b'
    const sent = await runSample(language, { body, type: 'application/x-www-form-urlencoded', method: 'POST' })
    expect(sent.request.headers['content-type']).toBe('application/x-www-form-urlencoded')
    expect(sent.body.toString()).toBe(body)
  })
}
