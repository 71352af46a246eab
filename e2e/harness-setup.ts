// Before any journey: the web is built and a browser is there, also when Vitest was started by hand.
import { ensureChromium } from '../tools/chromium.ts'
import { buildWebIfStale } from '../tools/ready/web.mjs'

export function setup() {
  ensureChromium()
  buildWebIfStale()
}
