import { seedOf } from '#crypto/random.ts'
import { diceOf } from './dice.ts'
import { keywordMetrics, longerKeyword, monthlySearches } from './keyword-metrics.ts'
import { domainName, pagePath } from './names.ts'
import { daysBefore, marketOf, type Question, stamp } from './question.ts'
import { range, windowOf } from './rows.ts'

/** Advertising metrics of given keywords, one row each. */
export function searchVolumes(question: Question) {
  return question.texts('keywords').map((keyword) => adsRow(question, keyword))
}

/** Advertising metrics of keywords related to given ones or to a site. */
export function keywordIdeas(question: Question) {
  const seeds = question.texts('keywords')
  const from = seeds.length > 0 ? seeds : [topicOf(question.text('target', 'example'))]
  const rows = range(0, question.dice().whole(80, 300))
  return rows.map((row) =>
    adsRow(question, longerKeyword(from[row % from.length] ?? '', Math.floor(row / from.length))),
  )
}

function adsRow(question: Question, keyword: string) {
  const market = marketOf(question)
  const {
    difficulty: _,
    intent: __,
    intent_probability: ___,
    ...metrics
  } = keywordMetrics(keyword, market.location_code)
  return {
    keyword,
    spell: null,
    ...market,
    search_partners: question.flag('search_partners'),
    ...metrics,
    monthly_searches: monthlySearches(keyword, metrics.search_volume, question.now),
  }
}

/** Interest over time: a weekly value from 0 to 100 per keyword. */
export function trends(question: Question) {
  const keywords = question.texts('keywords')
  const lines = keywords.map((keyword) => diceOf(seedOf(`trend ${keyword}`)))
  const data = range(0, 52).map((week) => ({
    date_from: daysBefore(question.now, (52 - week) * 7)
      .toISOString()
      .slice(0, 10),
    date_to: daysBefore(question.now, (51 - week) * 7)
      .toISOString()
      .slice(0, 10),
    values: lines.map((dice) => dice.whole(20, 100)),
  }))
  const averages = lines.map((_, at) =>
    Math.round(data.reduce((sum, one) => sum + (one.values[at] ?? 0), 0) / data.length),
  )
  const [, source = ''] = question.entry.function_id.split('/')
  const graph = { position: 1, type: `${source}_graph`, title: 'Interest over time', keywords, data, averages }
  return [{ keywords, ...marketOf(question), datetime: stamp(question.now), items_count: 1, items: [graph] }]
}

/** Rows of the keyword database: a keyword with all its metrics. */
export function labsKeywords(question: Question) {
  const seed_keyword = question.text('keyword') || question.texts('keywords')[0] || topicOf(question.text('target'))
  const total = question.dice().whole(150, 4_000)
  const rowOf = question.entry.function_id.endsWith('/related_keywords') ? relatedKeyword : labsKeyword
  const window = windowOf(question, total, (row) => rowOf(question, longerKeyword(seed_keyword, row)))
  return [{ se_type: 'google', seed_keyword, ...marketOf(question), ...window }]
}

function relatedKeyword(question: Question, keyword: string) {
  return {
    se_type: 'google',
    keyword_data: labsKeyword(question, keyword),
    depth: Math.min(1, question.number('depth', 1)),
    related_keywords: range(0, 4).map((row) => longerKeyword(keyword, row)),
  }
}

function labsKeyword(question: Question, keyword: string) {
  const { location_code, language_code } = marketOf(question)
  const metrics = keywordMetrics(keyword, location_code)
  return {
    keyword,
    location_code,
    language_code,
    keyword_info: {
      search_volume: metrics.search_volume,
      competition: metrics.competition_index / 100,
      competition_level: metrics.competition,
      cpc: metrics.cpc,
      last_updated_time: stamp(daysBefore(question.now, 9)),
    },
    keyword_properties: { keyword_difficulty: metrics.difficulty, words_count: keyword.split(' ').length },
    search_intent_info: { main_intent: metrics.intent },
  }
}

/** Rankings of a domain, page or product. */
export function rankedKeywords(question: Question) {
  const target = question.text('target') || question.text('asin')
  const window = windowOf(question, question.dice().whole(120, 6_000), (row) => {
    const dice = question.dice(row)
    const keyword_data = labsKeyword(question, longerKeyword(topicOf(target), row))
    const rank_group = dice.whole(1, 100)
    const domain = question.text('asin') ? domainName(dice) : target
    const serp_item = {
      type: 'organic',
      rank_group,
      rank_absolute: rank_group + dice.whole(0, 4),
      domain,
      url: `https://${domain}${pagePath(dice, keyword_data.keyword)}`,
    }
    const etv = Math.round((keyword_data.keyword_info.search_volume / (rank_group + 2)) * 10) / 10
    return { keyword_data, ranked_serp_element: { serp_item: { ...serp_item, etv } } }
  })
  return [{ se_type: 'google', target, ...marketOf(question), ...window }]
}

/** One row per keyword, in the given order. */
export function labsBulk(question: Question, metric: 'difficulty' | 'intent') {
  const { location_code } = marketOf(question)
  const items = question.texts('keywords').map((keyword) => {
    const { difficulty, intent, intent_probability } = keywordMetrics(keyword, location_code)
    if (metric === 'difficulty') return { se_type: 'google', keyword, keyword_difficulty: difficulty }
    return { keyword, keyword_intent: { label: intent, probability: intent_probability } }
  })
  return [{ ...marketOf(question), total_count: items.length, items_count: items.length, items }]
}

export function assistantVolumes(question: Question) {
  const { location_code } = marketOf(question)
  const items = question.texts('keywords').map((keyword) => {
    const volume = Math.round(keywordMetrics(keyword, location_code).search_volume / 12)
    return { keyword, ai_search_volume: volume, ai_monthly_searches: monthlySearches(keyword, volume, question.now) }
  })
  return [{ ...marketOf(question), items_count: items.length, items }]
}

/** The topic of a domain: the made-up words in its name. */
function topicOf(target: string): string {
  const name = target.replace(/^\w+:\/\//, '').split(/[./]/)[0] ?? ''
  return (
    name
      .toLowerCase()
      .replaceAll(/[^a-z]+/g, ' ')
      .trim() || 'example'
  )
}
