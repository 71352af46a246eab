// Around every test and every file: a worker goes on to the next file with the same modules and the same browser, but with nothing else.
import { afterAll, afterEach, beforeEach } from 'vitest'
import { stopServers } from './harness.ts'
import { beginTest, closeAllPages, closePages } from './harness-browser.ts'
import { releaseResources } from './harness-resources.ts'
import { forgetSessions } from './harness-shell.ts'

beforeEach(beginTest)
afterEach(closePages)
afterAll(async () => {
  await closeAllPages()
  await stopServers()
  await releaseResources()
  forgetSessions()
})
