import { capital, domainName, pagePath, paragraph } from './names.ts'
import { daysBefore, type Question, stamp } from './question.ts'
import { range, windowOf } from './rows.ts'

const FEELINGS = ['anger', 'fear', 'happiness', 'love', 'sadness', 'share', 'fun'] as const
const TONES = ['positive', 'negative', 'neutral'] as const
const PAGE_TYPES = ['ecommerce', 'news', 'blogs', 'message-boards', 'organization'] as const

export function mentions(question: Question) {
  const keyword = question.text('keyword', 'example')
  const window = windowOf(question, question.dice().whole(40, 5_000), (row) => {
    const dice = question.dice(row)
    const main_domain = domainName(dice)
    const [positive, negative] = [dice.whole(0, 60), dice.whole(0, 39)]
    return {
      type: 'content_analysis_search',
      url: `https://${main_domain}${pagePath(dice, keyword)}`,
      domain: main_domain,
      main_domain,
      url_rank: dice.whole(0, 400),
      domain_rank: dice.whole(0, 800),
      spam_score: dice.whole(0, 60),
      fetch_time: stamp(daysBefore(question.now, dice.skewed(400))),
      page_types: [dice.pick(PAGE_TYPES)],
      content_info: {
        content_type: 'page_content',
        title: capital(keyword),
        snippet: paragraph(dice, keyword),
        content_quality_score: dice.whole(3, 200),
        connotation_types: {
          positive: positive / 100,
          negative: negative / 100,
          neutral: (100 - positive - negative) / 100,
        },
      },
    }
  })
  return [window]
}

export function mentionSummary(question: Question) {
  const dice = question.dice()
  const total_count = dice.whole(40, 90_000)
  const top_domains = range(0, question.number('internal_list_limit', 1)).map((row) => ({
    domain: domainName(question.dice(row)),
    count: Math.max(1, Math.round(total_count / (row + 4))),
  }))
  return [
    {
      type: 'content_analysis_summary',
      total_count,
      rank: dice.whole(20, 600),
      top_domains,
      ...tones(question, total_count),
    },
  ]
}

export function sentiment(question: Question) {
  return [{ type: 'sentiment_analysis', ...tones(question, question.dice().whole(40, 90_000)) }]
}

export function ratings(question: Question) {
  const items = range(0, 10).map((step) => ({
    type: 'content_analysis_rating_distribution',
    min: step / 10,
    max: (step + 1) / 10,
    metrics: { total_count: question.dice(step).skewed(6_000) },
  }))
  return [{ items_count: items.length, items }]
}

export function mentionTrends(question: Question) {
  const step_days = { day: 1, week: 7 }[question.text('date_group', 'month')] ?? 30
  const items = range(0, 12).map((step) => {
    const date = daysBefore(question.now, (12 - step) * step_days)
      .toISOString()
      .slice(0, 10)
    return { type: 'content_analysis_phrase_trends', date, total_count: question.dice(step).whole(5, 900) }
  })
  return [{ items_count: items.length, items }]
}

function tones(question: Question, total: number) {
  const share = (names: readonly string[]) =>
    Object.fromEntries(
      names.map((name, at) => [name, Math.round((total * question.dice(500 + at).whole(2, 30)) / 100)]),
    )
  return { connotation_types: share(TONES), sentiment_connotations: share(FEELINGS) }
}
