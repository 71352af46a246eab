// Runs in vitest's worker, for run-conditions.ts: switches the conditions off that switches.ts marked, and reports which of
// them each test reached.
import pg from 'pg'
import { type RunnerTask, type RunnerTestSuite, type SerializedConfig, TestRunner } from 'vitest'
import { inDatabase, type TestServer } from '../../server/src/testing/db/server.ts'
import { readFiles } from '../architecture/tree.ts'
import { readReach, testsThatReach } from './reach.ts'
import { mutantsOf, STAGES } from './switches.ts'

declare module 'vitest' {
  interface TaskMeta {
    reached?: string[]
    /** PostgreSQL could not read a query: removing the condition left no query. */
    is_broken?: boolean
    is_noticed?: boolean
  }
}

/** `file.test.ts?stage=condition` */
const REQUEST = /^(.*)\?(\w+)=(.*)$/

let stage: (typeof STAGES)[number] | undefined
let key = ''
let selected: Set<string> | undefined
let reached = new Set<string>()
let isBroken = false
let hasFailed = false

/** One file that notices is enough. */
const noticed = new Set<string>()
/** Whether the tests selected last failed, and whether they do so with all conditions on, too. */
let isSuspected = false
let isDependent = false
/** A wait that was in vain may be the machine's: these tests have to fail twice. */
const SLOW_MS = 5_000
let isSlow = false
/** Whether selected tests pass with all conditions on. */
const cleanly = new Map<string, boolean>()
const reach = readReach()

const isOff = (one: string) => {
  reached.add(one)
  return one === key && stage !== 'clean'
}

function queryWithout<T>(one: string, add: (query: T) => T): (query: T) => T {
  return (query) => (isOff(one) ? query : add(query))
}

interface Fragment {
  toOperationNode(): { sqlFragments: unknown; parameters: unknown }
}

/** Decided when the query is written out, as constants are fragments of many queries. */
function sqlWithout(one: string, condition: Fragment, without: Fragment): { toOperationNode(): object } {
  const choose = () => (isOff(one) ? without : condition).toOperationNode()
  const node = {
    kind: 'RawNode',
    get sqlFragments() {
      return choose().sqlFragments
    },
    get parameters() {
      return choose().parameters
    },
  }
  return { toOperationNode: () => node }
}

Object.assign(globalThis, { queryWithout, sqlWithout })

const functions = readFiles(/\/functions\/[\w-]+\.sql$/).map((file) => ({
  ...file,
  names: [...file.text.matchAll(/create or replace function (\w+)/g)].map(([, name = '']) => name),
}))
const calledBy = new Map<string, Set<string>>()

/** The files of the functions that a text calls, and those that these call. */
function filesCalledBy(text: string): Set<string> {
  const known = calledBy.get(text)
  if (known) return known
  const found = new Set<string>()
  const add = (sql: string) => {
    for (const file of functions)
      if (!found.has(file.path) && file.names.some((name) => sql.includes(name))) {
        found.add(file.path)
        add(file.text)
      }
  }
  add(text)
  calledBy.set(text, found)
  return found
}

const { query } = pg.Client.prototype
pg.Client.prototype.query = function watched(this: pg.Client, ...args: unknown[]) {
  const [first] = args
  const text = typeof first === 'string' ? first : Object(first).text
  if (typeof text === 'string') for (const path of filesCalledBy(text)) reached.add(path)
  const result: unknown = Reflect.apply(query, this, args)
  if (result instanceof Promise)
    result.catch((error) => {
      if (error.code === '42601') isBroken = true
    })
  return result
} as typeof query

class ConditionRunner extends TestRunner {
  constructor(config: SerializedConfig) {
    super(config)
    this.config.passWithNoTests = true
  }

  override async importFile(id: string, source: 'collect' | 'setup') {
    if (source === 'setup') return super.importFile(id.replace(/\?.*$/, ''), source)
    const [, file = id, requested, condition = ''] = REQUEST.exec(id) ?? []
    stage = STAGES.find((one) => one === requested)
    key = condition
    isBroken = false
    hasFailed = false
    selected = undefined
    reached = new Set()
    if (stage && !this.isNeeded(file)) return
    if (stage && stage !== 'clean' && key.includes('.sql#')) await this.replaceFunctions(key)
    return super.importFile(file, source)
  }

  private isNeeded(file: string): boolean {
    if (noticed.has(key)) return false
    const known = [...reach].find(([path]) => file.endsWith(path))?.[1]
    const names = known ? testsThatReach(known, key) : []
    if (stage === 'whole') return isDependent || names.length === 0
    if (stage === 'selected') isSuspected = isDependent = false
    else if (!isSuspected) return false
    selected = new Set(names)
    if (stage !== 'clean') return true
    const passes = cleanly.get(`${file} ${names}`)
    if (passes !== undefined) this.judge(passes)
    return passes === undefined
  }

  /** Of tests that failed, by whether they pass with all conditions on. */
  private judge(passes: boolean) {
    isDependent = !passes
    if (passes && !isSlow) noticed.add(key)
    isSuspected = passes && isSlow
  }

  override async onBeforeRunTask(test: RunnerTask) {
    if (stage && (hasFailed || (selected && !selected.has(nameOf(test))))) test.mode = 'skip'
    if (!stage) reached = new Set()
    return super.onBeforeRunTask(test)
  }

  override onAfterRunTask(test: RunnerTask) {
    if (test.result?.state === 'fail') hasFailed = true
    if (!stage) {
      test.meta.reached = [...reached]
      reached = new Set()
    }
    return super.onAfterRunTask(test)
  }

  override async onAfterRunSuite(suite: RunnerTestSuite) {
    if (!('filepath' in suite) || typeof suite.filepath !== 'string') return super.onAfterRunSuite(suite)
    suite.meta.reached = [...reached]
    suite.meta.is_broken = isBroken
    const passes = suite.result?.state !== 'fail'
    const hasRun = suite.tasks.length > 0
    if (stage === 'selected') {
      isSuspected = !passes
      isSlow = (suite.result?.duration ?? 0) > SLOW_MS
    }
    if ((stage === 'again' || stage === 'whole') && !passes) noticed.add(key)
    if (stage === 'clean' && hasRun) {
      cleanly.set(`${suite.filepath.replace(/\?.*$/, '')} ${[...(selected ?? [])]}`, passes)
      this.judge(passes)
    }
    if (stage && stage !== 'clean' && key.includes('.sql#') && hasRun) await this.replaceFunctions()
    suite.meta.is_noticed = noticed.has(key)
    return super.onAfterRunSuite(suite)
  }

  /** In the template, whose copies the tests work with. */
  private async replaceFunctions(without?: string) {
    const file = functions.find(({ path }) => key.startsWith(`${path}#`))
    if (!file) throw new Error(`there is no ${key}`)
    const removed = mutantsOf(file).find((mutant) => mutant.key === without)
    const sql = removed ? file.text.slice(0, removed.start) + removed.put + file.text.slice(removed.end) : file.text
    const server: TestServer = this.injectValue('testServer')
    const client = new pg.Client({ connectionString: inDatabase(server.url, server.template) })
    await client.connect()
    try {
      await client.query('begin')
      await client.query(`select set_config('search_path', format('%I, pg_temp', current_schema()), true)`)
      await client.query(sql)
      await client.query('commit')
    } finally {
      await client.end()
    }
  }
}

/** Of a test within its file. */
function nameOf(test: RunnerTask): string {
  const names = [test.name]
  for (let { suite } = test; suite; suite = suite.suite) names.unshift(suite.name)
  return names.join(' > ')
}

// biome-ignore lint/style/noDefaultExport: vitest looks for it.
export default ConditionRunner
