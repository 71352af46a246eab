import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { createVitest, type TestModule, type TestSpecification } from 'vitest/node'
import { FUNCTION_MODULES } from '../architecture/table-lists.ts'
import { readFiles, type Source } from '../architecture/tree.ts'
import { SHORT_TESTS } from '../proof/steps.ts'
import { root } from '../ready/folders.mjs'
import { isHarmless } from './harmless.ts'
import { type Reach, readReach, testsThatReach, writeReach } from './reach.ts'
import { type Mutant, mutantsOf, STAGES, STORES } from './switches.ts'

/** Modules without screens of their own, whose queries the tests of these prove. */
const PROVED_BY: Record<string, string[]> = {
  access: ['agents', 'api-keys', 'team'],
  traffic: ['errors', 'usage', 'dashboard'],
}
/** How long the tests of other modules may take for a condition that those of its own module did not notice, the fastest file first. */
const OTHERS_MS = 5_000

type Run = (specifications: TestSpecification[], onEnd: (module: TestModule) => void) => Promise<unknown>

/** Switches one condition of a query off at a time. Returns how many of them no test notices. */
export async function mutateConditions(wanted: string[]): Promise<number> {
  const modules = Map.groupBy(readFiles(STORES), moduleOf)
  const names = wanted.length > 0 ? wanted : [...modules.keys()].toSorted()
  // A wait that is in vain ends soon.
  process.env.TEST_SLOWNESS ??= '0.4'
  const reach = await withTests((run, found) => readAllReach(run, found.filter(isOfOne(wanted))))
  let survived = 0
  for (const name of names) {
    const [module = '', file = ''] = name.split('/')
    const sources = (modules.get(module) ?? []).filter(({ path }) => path.includes(`/${file}`))
    // A process of its own for each module, so that what one leaves behind does not reach the next.
    survived += await withTests((run, found) => mutateModule(run, found, { module, sources, reach }))
  }
  return survived
}

async function withTests<T>(work: (run: Run, found: TestSpecification[]) => Promise<T>): Promise<T> {
  let ended = (_: TestModule) => {}
  const vitest = await createVitest({
    root,
    config: join(import.meta.dirname, 'vitest.config.ts'),
    watch: false,
    tagsFilter: [SHORT_TESTS],
    reporters: [{ onTestModuleEnd: (module) => ended(module) }],
  })
  try {
    const found = await vitest.globTestSpecifications(['server/src/'])
    return await work((specifications, onEnd) => {
      ended = onEnd
      return vitest.runTestSpecifications(specifications)
    }, found)
  } finally {
    await vitest.close()
  }
}

function moduleOf({ path }: Source): string {
  const [, folder = '', name] = STORES.exec(path) ?? []
  return name === undefined ? folder : (FUNCTION_MODULES[name] ?? folder)
}

/** What tests of other modules reach is used if it is known from a run of all modules, or of theirs. */
function isOfOne(wanted: string[]) {
  return ({ moduleId }: TestSpecification) =>
    wanted.length === 0 || wanted.some((name) => isTestOf(name.split('/')[0] ?? '', relative(root, moduleId)))
}

function isTestOf(module: string, file: string): boolean {
  return [module, ...(PROVED_BY[module] ?? [])].some((name) => file.startsWith(`server/src/${name}/`))
}

/** Runs the files of tests that are new or changed, with all conditions on. */
async function readAllReach(run: Run, found: TestSpecification[]): Promise<Map<string, Reach>> {
  const known = readReach()
  const hashOf = (path: string) => createHash('sha256').update(readFileSync(path)).digest('hex').slice(0, 16)
  const changed = found.filter(({ moduleId }) => known.get(relative(root, moduleId))?.hash !== hashOf(moduleId))
  await run(changed, (module) => {
    const path = relative(root, module.moduleId)
    if (!module.ok()) console.log(`${path} fails without a change and is left out`)
    const tests: Reach['tests'] = { '': { time_ms: 0, reached: module.meta().reached ?? [] } }
    for (const test of module.ok() ? module.children.allTests('passed') : []) {
      const time_ms = Math.round(test.diagnostic()?.duration ?? 0)
      tests[test.fullName] = { time_ms, reached: test.meta().reached ?? [] }
    }
    known.set(path, { hash: hashOf(module.moduleId), tests })
    writeReach(known)
  })
  return known
}

interface Task {
  module: string
  sources: Source[]
  reach: Map<string, Reach>
}

async function mutateModule(run: Run, found: TestSpecification[], { module, sources, reach }: Task): Promise<number> {
  const all = sources.flatMap(mutantsOf)
  const mutants = all.filter((mutant) => !isHarmless(mutant))
  const whats = new Map(mutants.map(({ key, what }) => [key, what]))
  const specificationOf = new Map(found.map((one) => [relative(root, one.moduleId), one]))
  const specifications = mutants.flatMap(({ key }) =>
    requestsFor(key, module, reach).flatMap(([file, stage]) => {
      const { project, moduleId } = specificationOf.get(file) ?? {}
      return project ? [project.createSpecification(`${moduleId}?${stage}=${key}`)] : []
    }),
  )
  const broken = new Set<string>()
  await run(specifications, (one) => {
    const [, file, key = ''] = /^(.*)\?\w+=(.*)$/.exec(relative(root, one.moduleId)) ?? []
    const { is_broken, is_noticed } = one.meta()
    if (is_broken) broken.add(key)
    if (is_noticed && !broken.has(key) && whats.has(key)) console.log(`✓ ${whats.get(key)} ${file}`)
    if (is_noticed && !broken.has(key)) whats.delete(key)
  })
  for (const [key, what] of whats) console.log(broken.has(key) ? `! ${what} leaves no query` : `✗ ${what}`)
  const harmless = all.length - mutants.length
  console.log(`${module}: ${mutants.length - whats.size} of ${mutants.length} noticed, ${harmless} harmless`)
  return whats.size
}

/** Files of tests that reach a condition, those of its module first. */
function requestsFor(key: Mutant['key'], module: string, reach: Map<string, Reach>): [string, string][] {
  const isOwn = (file: string) => isTestOf(module, file)
  const files = [...reach]
    .map(([file, one]) => {
      const names = testsThatReach(one, key)
      const time_ms = names.reduce((sum, name) => sum + (one.tests[name]?.time_ms ?? 0), 0)
      return { file, count: names.length, time_ms }
    })
    .filter(({ count }) => count > 0)
    .toSorted((a, b) => a.time_ms - b.time_ms)
  // A trigger is reached unseen.
  if (files.length === 0) return [...reach.keys()].filter(isOwn).map((file) => [file, 'whole'])
  let left_ms = OTHERS_MS
  const others = files.filter(({ file, time_ms }) => {
    if (isOwn(file)) return false
    left_ms -= time_ms
    return left_ms > 0
  })
  return [...files.filter(({ file }) => isOwn(file)), ...others].flatMap(({ file }) =>
    STAGES.map((stage): [string, string] => [file, stage]),
  )
}
