import { seedOf } from '#crypto/random.ts'
import { diceOf } from './dice.ts'
import { authority } from './domains.ts'
import { businessName, domainName } from './names.ts'
import { daysBefore, type Question, stamp } from './question.ts'
import { range, windowOf } from './rows.ts'

const KINDS = {
  servers: { web_servers: ['Nginx', 'Apache', 'Caddy'] },
  content: { cms: ['Quillpress', 'Larkpages'], blogs: ['Fernlog'] },
  marketing: { analytics: ['Cobalt Metrics', 'Plainview'], seo: ['Ridgeline Tags'] },
  other: { javascript_libraries: ['Lumen.js', 'Emberkit'], cdn: ['Harborcast'] },
} as const

export function technologiesOf(question: Question) {
  const target = question.text('target', 'example.test')
  const dice = question.dice()
  const technologies = Object.fromEntries(
    Object.entries(KINDS).map(([group, categories]) => [
      group,
      Object.fromEntries(Object.entries(categories).map(([name, all]) => [name, all.filter(() => dice.chance(0.6))])),
    ]),
  )
  return [{ ...siteOf(question, target), technologies }]
}

export function technologyDomains(question: Question) {
  const window = windowOf(question, question.dice().whole(200, 20_000), (row) =>
    siteOf(question, domainName(question.dice(row))),
  )
  return [window]
}

export function technologySummary(question: Question) {
  const dice = question.dice()
  const share = (names: string[]) => Object.fromEntries(names.map((name) => [name, dice.skewed(90_000)]))
  return [
    {
      countries: share(['US', 'DE', 'GB', 'FR', 'ES', 'JP']),
      languages: share(['en', 'de', 'fr', 'es']),
      domains_count: dice.whole(5_000, 900_000),
    },
  ]
}

export function technologyStats(question: Question) {
  const base = question.dice().whole(20_000, 900_000)
  const items = range(0, 30).map((day) => ({
    date: daysBefore(question.now, 30 - day)
      .toISOString()
      .slice(0, 10),
    domains_count: base + question.dice(day).whole(-400, 900),
  }))
  return [{ technology: question.text('technology'), items_count: items.length, items }]
}

export function knownTechnologies() {
  return [{ groups: Object.entries(KINDS).map(([group, categories]) => ({ group, categories })) }]
}

export function whois(question: Question) {
  const window = windowOf(question, question.dice().whole(500, 50_000), (row) => {
    const dice = question.dice(row)
    const domain = domainName(dice)
    const age_days = dice.whole(100, 9_000)
    return {
      domain,
      tld: domain.split('.')[1],
      created_datetime: stamp(daysBefore(question.now, age_days)),
      updated_datetime: stamp(daysBefore(question.now, dice.whole(1, 90))),
      expiration_datetime: stamp(daysBefore(question.now, -dice.whole(5, 1_400))),
      registered: true,
      registrar: `${businessName(dice)} Registry`,
      metrics: authority(domain, 2840),
      backlinks_info: { referring_domains: dice.skewed(4_000), backlinks: dice.skewed(90_000) },
    }
  })
  return [window]
}

function siteOf(question: Question, domain: string) {
  const dice = diceOf(seedOf(`site ${domain}`))
  return {
    domain,
    title: businessName(dice),
    domain_rank: dice.whole(1, 900),
    country_iso_code: dice.pick(['US', 'DE', 'GB', 'FR', 'ES', 'JP']),
    language_code: dice.pick(['en', 'de', 'fr', 'es', 'ja']),
    emails: [`hello@${domain}`],
    last_visited: stamp(daysBefore(question.now, dice.whole(1, 60))),
  }
}
