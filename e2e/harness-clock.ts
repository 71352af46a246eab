// Time that a test lets pass by hand.
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { soon } from './harness-shell.ts'

/** The page's clock, once installed, stands still from now on. */
export async function stopClock(page: Page): Promise<void> {
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1_000))
}

/** What an answer sets going needs a few turns of the clock; no timer of ours is that short. */
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
