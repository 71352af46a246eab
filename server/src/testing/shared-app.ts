import { afterAll, beforeAll } from 'vitest'
import { openTestApp, type TestApp, type TestAppOptions } from './app.ts'
import { openTestDatabase, type TestDatabase, type TestDatabaseOptions } from './db/database.ts'
import { openStripeApp, type StripeApp } from './payments/stripe-app.ts'

/** An app for all tests of a file, opened before the first of them and closed after the last. */
export function sharedApp(
  options?: TestAppOptions,
  close: (app: TestApp) => Promise<void> = (app) => app.close(),
): TestApp {
  return shared(() => openTestApp(options), close)
}

/** An app with the test Stripe beside it for all tests of a file. */
export function sharedStripeApp(options?: TestAppOptions): StripeApp<TestApp> {
  return shared(
    () => openStripeApp(({ settings }) => openTestApp({ ...options, settings })),
    (it) => it.close(),
  )
}

/** A database for all tests of a file. */
export function sharedDatabase(options?: TestDatabaseOptions): TestDatabase {
  return shared(
    () => openTestDatabase(undefined, options),
    (database) => database.close(),
  )
}

function shared<T extends object>(open: () => Promise<T>, close: (opened: T) => Promise<void>): T {
  const opened = {} as T
  beforeAll(async () => void Object.assign(opened, await open()))
  afterAll(() => close(opened))
  return opened
}
