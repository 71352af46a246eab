// Before any journey: the web is built, a browser is there, and one database with the demo account waits to be copied.
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
    /** What a server has read out of the documents of the catalogue, and keeps: to read them anew is a quarter of a start. */
    documents: string
    /** What `npm start` runs: the server and the operator's command line, each in few files. */
    program: { server: string; cli: string }
  }
}

/** Scripts are compiled once, not by every server and every command. */
export const COMPILED = { NODE_COMPILE_CACHE: join(root, '.cache', 'compiled') }

/** What the demo account’s password is kept with: whoever opens a copy needs the same. */
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

/** By the program itself: what it writes at its first start is what a customer of the demo finds. */
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
