// Reads a page in every frame it draws, and notes what contradicts itself.
import type { Page } from 'playwright-core'

declare global {
  interface Window {
    contradictions: string[]
    /** The states that were drawn, each once, in order. */
    drawn: string[]
  }
}

/** From now on every drawn frame of this page is read. */
export async function watchTruth(page: Page): Promise<void> {
  await page.evaluate(() => {
    window.contradictions = []
    window.drawn = []
    const money = (text: string | undefined) =>
      text === undefined ? undefined : Math.round(Number(text.replaceAll(/[$,]/g, '').replace('−', '-')) * 1e6)
    const read = () => {
      const text = document.body.innerText
      const found = (pattern: RegExp) => pattern.exec(text)?.[1]
      const header = money(document.querySelector('[data-testid=balance]')?.textContent ?? undefined)
      const note = document.querySelector('main')?.innerText ?? ''
      const [, left, total] = /Trial: (\S+) of (\S+) left/.exec(text) ?? []
      const is_used_up = /Your balance is used up\. Requests are refused\./.test(text)
      const is_complete = /Spent today \(UTC\)/i.test(note) && /Last 30 days/i.test(note)
      const kpi = money(/\bBalance\n(-?\$[\d,.]+)\n(?=.*(?:7-day average|pace so far|last 7 days))/i.exec(note)?.[1])
      const days = /(less than a day|≈ [\d,]+ days?) at your (?:7-day average|pace so far)/.exec(note)?.[1]
      const fresh = money(found(/New balance: (-?\$[\d,.]+)/))
      const added = money(found(/(\$[\d,.]+) was added to your balance/))
      const faults: string[] = []
      if (header !== undefined) {
        if (is_used_up && header > 0) faults.push('banner: used up')
        if (is_complete && !is_used_up && header <= 0) faults.push('no banner')
        if (kpi !== undefined && kpi !== header) faults.push(`card ${kpi}`)
        if (days && days !== 'less than a day' && header <= 0) faults.push(`lasts ${days}`)
        if (days === 'less than a day' && header > 50_000_000) faults.push(`lasts ${days}`)
        const [rest, whole] = [money(left), money(total)]
        if (rest !== undefined && whole !== undefined) {
          if (Math.abs(Math.max(0, header) - rest) >= 10_000) faults.push(`trial ${rest}`)
          if (header > whole) faults.push(`trial of ${whole}`)
          if (added !== undefined) faults.push('trial after a payment')
        }
        if (fresh !== undefined && fresh !== header) faults.push(`new balance ${fresh}`)
        const [expected] = [Number(sessionStorage.getItem('paid_micros') ?? Number.NaN)]
        if (header === expected && /Nothing has been charged|Waiting for your payment/.test(text))
          faults.push('asked to pay again')
        if (added !== undefined && !Number.isNaN(expected) && header !== expected)
          faults.push('paid, with the old balance')
      }
      for (const fault of faults) window.contradictions.push(`${location.pathname}: $${(header ?? 0) / 1e6}, ${fault}`)
      const state = `${(header ?? 0) / 1e6}${is_used_up ? ' used up' : ''}${left ? ' trial' : ''}${added ? ' added' : ''}`
      if (window.drawn.at(-1) !== state) window.drawn.push(state)
      requestAnimationFrame(read)
    }
    requestAnimationFrame(read)
  })
}

export const contradictionsOf = (page: Page) => page.evaluate(() => [...new Set(window.contradictions)])
export const drawnOf = (page: Page) => page.evaluate(() => window.drawn)
