import { seedOf } from '#crypto/random.ts'
import { diceOf } from './dice.ts'
import { domainName, pagePath, statement } from './names.ts'
import { daysBefore, type Question, stamp } from './question.ts'
import { range, windowOf } from './rows.ts'

/** Totals of a target, which are the same in every function. */
function totalsOf(target: string, month = 0) {
  const base = diceOf(seedOf(`links to ${target}`))
  const dice = diceOf(seedOf(`links to ${target} ${month}`))
  const referring_domains = Math.round(((base.skewed(9_000) + 8) * dice.whole(90, 110)) / 100)
  return {
    rank: base.whole(20, 700),
    backlinks: referring_domains * base.whole(2, 30),
    backlinks_spam_score: base.whole(0, 60),
    referring_domains,
    referring_main_domains: Math.round(referring_domains * 0.9),
    referring_ips: Math.round(referring_domains * 0.8),
    referring_pages: referring_domains * 3,
    broken_backlinks: Math.round(referring_domains * 0.04),
  }
}

export function linkSummary(question: Question) {
  const target = question.text('target', 'example.test')
  const dice = question.dice()
  const totals = totalsOf(target)
  const split = (names: string[]) =>
    Object.fromEntries(names.map((name) => [name, dice.whole(0, totals.referring_domains)]))
  return [
    {
      target,
      first_seen: stamp(daysBefore(question.now, dice.whole(300, 2_500))),
      ...totals,
      referring_links_tld: split(['example', 'test']),
      referring_links_types: split(['anchor', 'image', 'redirect', 'canonical']),
      referring_links_attributes: split(['nofollow', 'sponsored', 'ugc']),
      referring_links_countries: split(['US', 'DE', 'GB', 'FR']),
    },
  ]
}

export function linkHistory(question: Question) {
  const target = question.text('target', 'example.test')
  const items = range(1, 25).map((month) => ({
    date: stamp(new Date(Date.UTC(question.now.getUTCFullYear(), question.now.getUTCMonth() - month, 1))),
    ...totalsOf(target, month),
  }))
  return [{ target, items_count: items.length, items }]
}

export function links(question: Question) {
  const target = question.text('target', 'example.test')
  return rowsAbout(question, (row) => {
    const dice = question.dice(row)
    const domain_from = domainName(dice)
    const age_days = dice.whole(3, 1_500)
    return {
      type: 'backlink',
      domain_from,
      url_from: `https://${domain_from}${pagePath(dice, 'links')}`,
      domain_to: target,
      url_to: `https://${target.replace(/^https?:\/\//, '')}/`,
      anchor: dice.chance(0.4) ? target : statement(dice).toLowerCase(),
      dofollow: dice.chance(0.7),
      is_broken: dice.chance(0.04),
      rank: dice.whole(0, 600),
      page_from_rank: dice.whole(0, 400),
      domain_from_rank: dice.whole(0, 800),
      backlink_spam_score: dice.whole(0, 80),
      first_seen: stamp(daysBefore(question.now, age_days)),
      last_seen: stamp(daysBefore(question.now, dice.whole(0, Math.min(age_days, 60)))),
    }
  })
}

export function anchors(question: Question) {
  return rowsAbout(question, (row) => {
    const dice = question.dice(row)
    const anchor = row === 0 ? question.text('target') : `${statement(dice).toLowerCase()} ${row}`
    return {
      type: 'backlinks_anchor',
      anchor,
      rank: dice.whole(0, 500),
      backlinks: dice.skewed(4_000) + 1,
      referring_domains: dice.skewed(600) + 1,
    }
  })
}

export function referringDomains(question: Question) {
  return rowsAbout(question, (row) => {
    const domain = domainName(question.dice(row))
    return { type: 'backlinks_referring_domain', domain, ...totalsOf(domain) }
  })
}

export function linkedPages(question: Question) {
  const target = question.text('target', 'example.test')
  return rowsAbout(question, (row) => {
    const page = `https://${target}${row === 0 ? '/' : pagePath(question.dice(row), 'page')}`
    return { type: 'backlinks_domain_page', page, page_summary: totalsOf(page) }
  })
}

export function linkCompetitors(question: Question) {
  return rowsAbout(question, (row) => {
    const dice = question.dice(row)
    return {
      type: 'backlinks_competitor',
      target: domainName(dice),
      rank: dice.whole(10, 700),
      intersections: dice.skewed(900) + 1,
    }
  })
}

/** The same totals as elsewhere, by month. */
export function linkSeries(question: Question) {
  const target = question.text('target', 'example.test')
  const items = range(0, 12).map((month) => ({
    type: 'backlinks_timeseries_summary',
    date: stamp(new Date(Date.UTC(question.now.getUTCFullYear(), question.now.getUTCMonth() - 12 + month, 1))),
    ...totalsOf(target, 12 - month),
  }))
  const date_from = question.text('date_from', items[0]?.date.slice(0, 10))
  const date_to = question.text('date_to', items.at(-1)?.date.slice(0, 10))
  const group_range = question.text('group_range', 'month')
  return [{ target, date_from, date_to, group_range, items_count: items.length, items }]
}

export function bulkTotals(question: Question) {
  const items = question.texts('targets').map((target) => ({ target, url: target, ...totalsOf(target) }))
  return [{ total_count: items.length, items_count: items.length, items }]
}

/** One row per target, in the given order. */
export function bulkLinks(question: Question, metric: 'rank' | 'backlinks' | 'spam_score') {
  const scale = question.text('rank_scale') === 'one_hundred' ? 0.1 : 1
  const items = question.texts('targets').map((target) => {
    const { rank, backlinks, backlinks_spam_score } = totalsOf(target)
    const value = { rank: Math.round(rank * scale), backlinks, spam_score: backlinks_spam_score }[metric]
    return { target, [metric]: value }
  })
  return [{ items_count: items.length, items }]
}

function rowsAbout(question: Question, make: (row: number) => Record<string, unknown>) {
  const target = question.text('target', 'example.test')
  return [{ target, ...windowOf(question, Math.min(totalsOf(target).backlinks, 20_000), make) }]
}
