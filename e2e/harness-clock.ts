// A clock that a test moves by hand.
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { soon } from './harness-shell.ts'

/** Stops the page's installed clock. */
export async function stopClock(page: Page): Promise<void> {
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1_000))
}

/** The effects of a response need a few ticks of the clock; no timer of the product is that short. */
export async function untilPrinted(page: Page, message: Locator): Promise<void> {
  await expect
    .poll(async () => {
      await page.clock.runFor(1)
      return message.isVisible()
    }, soon)
    .toBe(true)
}

export async function untilGone(page: Page, message: Locator): Promise<void> {
  await expect
    .poll(async () => {
      await page.clock.runFor(1)
      return message.isVisible()
    }, soon)
    .toBe(false)
}
