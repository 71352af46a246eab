import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { createVitest, type TestSpecification, type Vitest } from 'vitest/node'
import { FUNCTION_MODULES } from '../architecture/table-lists.ts'
import { readFiles, type Source } from '../architecture/tree.ts'
import { SHORT_TESTS } from '../proof/steps.ts'
import { root } from '../ready/folders.mjs'
import { whileReplaced } from './plant.ts'
import { type Condition, conditionsIn } from './sql-conditions.ts'

/** Modules without screens of their own, whose queries the tests of these prove. */
const PROVED_BY: Record<string, string[]> = {
  access: ['agents', 'api-keys', 'team'],
  traffic: ['errors', 'usage', 'dashboard'],
}
const IN_MODULE = /^server\/src\/(?!testing\/)([\w-]+)\/(?:[\w/-]*store\.ts$|functions\/([\w-]+)\.sql$)/

/** Ctrl-C ends after the condition under test, so that its file is as before. */
let isStopped = false

/** Removes one condition of a query at a time. Returns how many of them no test of the module notices. */
export async function mutateConditions(wanted: string[]): Promise<number> {
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => {
      isStopped = true
    })
  const modules = Map.groupBy(readFiles(IN_MODULE), moduleOf)
  let survived = 0
  for (const name of wanted.length > 0 ? wanted : [...modules.keys()].toSorted()) {
    const [module = '', file = ''] = name.split('/')
    const sources = (modules.get(module) ?? []).filter(({ path }) => path.includes(`/${file}`))
    survived += await mutateModule(module, sources.flatMap(conditionsIn))
  }
  return survived
}

function moduleOf({ path }: Source): string {
  const [, folder = '', name] = IN_MODULE.exec(path) ?? []
  return name === undefined ? folder : (FUNCTION_MODULES[name] ?? folder)
}

async function mutateModule(module: string, conditions: Condition[]): Promise<number> {
  let vitest = await openTests(module)
  if (!(await passes(vitest))) throw new Error(`the tests of ${module} fail, or there are none`)
  let killed = 0
  for (const { path, start, end, put, what } of conditions) {
    if (isStopped) break
    const file = join(root, path)
    const isKilled = await whileReplaced(
      file,
      (text) => text.slice(0, start) + put + text.slice(end),
      async () => {
        vitest = await withChange(vitest, module, file)
        return !(await passes(vitest))
      },
    )
    vitest = await withChange(vitest, module, file)
    if (isKilled) killed += 1
    console.log(`${isKilled ? '✓' : '✗'} ${what}`)
  }
  await vitest.close()
  console.log(`${module}: ${killed} of ${conditions.length} noticed`)
  return conditions.length - killed
}

/** Functions are written to the database when the tests' server starts: it has to start again. */
async function withChange(vitest: Vitest, module: string, file: string): Promise<Vitest> {
  if (file.endsWith('.sql')) {
    await vitest.close()
    return openTests(module)
  }
  vitest.invalidateFile(file)
  return vitest
}

const specifications = new WeakMap<Vitest, TestSpecification[]>()

/** Stays open between runs, as the start of the tests' server takes longer than most tests. */
async function openTests(module: string): Promise<Vitest> {
  const folders = [module, ...(PROVED_BY[module] ?? [])].map((name) => `server/src/${name}/`)
  const vitest = await createVitest({
    root,
    watch: false,
    project: ['modules'],
    tagsFilter: [SHORT_TESTS],
    bail: 1,
    reporters: [{}],
  })
  const found = await vitest.globTestSpecifications(folders.filter((folder) => existsSync(join(root, folder))))
  specifications.set(vitest, found)
  return vitest
}

async function passes(vitest: Vitest): Promise<boolean> {
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications.get(vitest) ?? [])
  return testModules.length > 0 && unhandledErrors.length === 0 && testModules.every((one) => one.ok())
}
