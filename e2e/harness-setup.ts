// Before any journey: the web is built, a browser is there, and one database with the demo account waits to be copied.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { freshFolder, runServer } from '../bench/run-server.ts'
import { inDatabase, startTestServer, type TestServer } from '../server/src/testing/db/server.ts'
import { ensureChromium } from '../tools/chromium.ts'
import { root } from '../tools/ready/place.mjs'
import { buildWebIfStale } from '../tools/ready/web.mjs'

declare module 'vitest' {
  export interface ProvidedContext {
    seeded: TestServer
    secret: string
  }
}

/** The program is read and stripped of its types once, not by every server and every command. */
export const COMPILED = { NODE_COMPILE_CACHE: join(root, '.cache', 'compiled') }

/** What the demo account’s password is kept with: whoever opens a copy needs the same. */
const SECRET = 'the secret of all servers in journeys'

export async function setup(project: Pick<TestProject, 'provide'>) {
  ensureChromium()
  buildWebIfStale()
  const { server, stop } = await startTestServer()
  try {
    await seed(server)
  } catch (error) {
    await stop()
    throw error
  }
  project.provide('seeded', server)
  project.provide('secret', SECRET)
  return stop
}

/** By the program itself: what it writes at its first start is what a customer of the demo finds. */
async function seed({ url, template }: TestServer): Promise<void> {
  const DATA_DIR = freshFolder()
  const program = await runServer({
    ...COMPILED,
    NODE_ENV: 'development',
    DATA_DIR,
    DATABASE_URL: inDatabase(url, template),
    SECRET,
  })
  await program.stop()
  rmSync(DATA_DIR, { recursive: true, force: true })
}
