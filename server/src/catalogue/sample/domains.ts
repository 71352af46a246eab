import { seedOf } from '#crypto/random.ts'
import { diceOf } from './dice.ts'
import { domainName } from './names.ts'
import { marketOf, type Question } from './question.ts'
import { range, windowOf } from './rows.ts'

/** Search metrics of a domain, which are the same in every function. */
export function authority(domain: string, location_code: number, month = 0) {
  const dice = diceOf(seedOf(`${domain}@${location_code}#${month}`))
  const base = diceOf(seedOf(`${domain}@${location_code}`)).skewed(40_000) + 20
  const count = Math.round((base * dice.whole(85, 115)) / 100)
  return {
    organic: {
      pos_1: Math.round(count * 0.02),
      pos_2_3: Math.round(count * 0.05),
      pos_4_10: Math.round(count * 0.18),
      pos_11_20: Math.round(count * 0.2),
      count,
      etv: Math.round(count * dice.whole(4, 9) * 1.7),
      estimated_paid_traffic_cost: Math.round(count * dice.whole(3, 12)),
      is_new: dice.whole(0, count),
      is_lost: dice.whole(0, count),
    },
    paid: { count: dice.skewed(200), etv: dice.skewed(900) },
  }
}

export function rankOverview(question: Question) {
  const target = question.text('target', 'example.test')
  const market = marketOf(question)
  const items = [{ se_type: 'google', ...market, metrics: authority(target, market.location_code) }]
  return [{ se_type: 'google', target, ...market, total_count: 1, items_count: 1, items }]
}

export function rankHistory(question: Question) {
  const target = question.text('target', 'example.test')
  const market = marketOf(question)
  const items = months(question).map(({ year, month, at }) => ({
    ...market,
    year,
    month,
    metrics: authority(target, market.location_code, at),
  }))
  return [{ se_type: 'google', target, ...market, total_count: items.length, items_count: items.length, items }]
}

export function traffic(question: Question, history: boolean) {
  const market = marketOf(question)
  const items = question.texts('targets').map((target) => {
    if (!history) return { se_type: 'google', target, metrics: authority(target, market.location_code) }
    const organic = months(question).map(({ year, month, at }) => {
      const { etv, count } = authority(target, market.location_code, at).organic
      return { year, month, etv, count }
    })
    return { target, metrics: { organic } }
  })
  return [{ ...market, total_count: items.length, items_count: items.length, items }]
}

export function competingDomains(question: Question) {
  const target = question.text('target', 'example.test')
  const market = marketOf(question)
  const window = windowOf(question, question.dice().whole(30, 400), (row) => {
    const dice = question.dice(row)
    const domain = row === 0 ? target : domainName(dice)
    const full_domain_metrics = authority(domain, market.location_code)
    return {
      se_type: 'google',
      domain,
      avg_position: dice.whole(80, 600) / 10,
      intersections: dice.whole(5, 2_000),
      full_domain_metrics,
    }
  })
  return [{ se_type: 'google', target, ...market, ...window }]
}

function months(question: Question) {
  return range(1, 13).map((at) => {
    const day = new Date(Date.UTC(question.now.getUTCFullYear(), question.now.getUTCMonth() - at, 1))
    return { year: day.getUTCFullYear(), month: day.getUTCMonth() + 1, at }
  })
}
