// Runs before all journeys: builds the web, installs a browser, and prepares a database with the demo account to copy.
import { rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { ProvidedContext } from 'vitest'
import type { TestProject } from 'vitest/node'
import { freshFolder, runServer } from '../bench/run-server.ts'
import { inDatabase, startTestServer, type TestServer } from '../server/src/testing/db/server.ts'
import { ensureChromium } from '../tools/chromium.ts'
import { root } from '../tools/ready/folders.mjs'
import { bundledServer } from '../tools/ready/server.mjs'
import { buildWebIfStale } from '../tools/ready/web.mjs'

declare module 'vitest' {
  export interface ProvidedContext {
    seeded: TestServer
    secret: string
    /** The server's cache of parsed catalogue documents: parsing them again takes a quarter of a start. */
    documents: string
    /** The bundles that `npm start` runs: the server and the operator's command line. */
    program: { server: string; cli: string }
  }
}

/** Compiled scripts are shared by all servers and commands. */
export const COMPILED = { NODE_COMPILE_CACHE: join(root, '.cache', 'compiled') }

/** The secret that protects the demo account’s password: every copy of the database needs the same. */
const SECRET = 'the secret of all servers in journeys'

export async function setup(project: Pick<TestProject, 'provide'>) {
  ensureChromium()
  buildWebIfStale()
  const bundle = bundledServer()
  const program = { server: bundle, cli: join(dirname(bundle), 'cli.js') }
  const { server, stop: stopDatabase } = await startTestServer()
  const DATA_DIR = freshFolder()
  const stop = async () => {
    await stopDatabase()
    rmSync(DATA_DIR, { recursive: true, force: true })
  }
  try {
    await seed(server, program, DATA_DIR)
  } catch (error) {
    await stop()
    throw error
  }
  project.provide('seeded', server)
  project.provide('documents', join(DATA_DIR, 'cache'))
  project.provide('secret', SECRET)
  project.provide('program', program)
  return stop
}

/** Seeds through the program itself, so that tests see what its first start writes. */
async function seed(
  { url, template }: TestServer,
  { server, cli }: ProvidedContext['program'],
  DATA_DIR: string,
): Promise<void> {
  const running = await runServer(
    { ...COMPILED, NODE_ENV: 'development', DATA_DIR, DATABASE_URL: inDatabase(url, template), SECRET },
    undefined,
    { cwd: root, server: [process.execPath, server], cli: [process.execPath, cli] },
  )
  await running.stop()
}
