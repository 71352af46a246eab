// Runs around every test and every file: a worker reuses only modules and browser for its next file.
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
