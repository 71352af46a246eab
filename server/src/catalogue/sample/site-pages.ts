import type { Dice } from './dice.ts'
import { capital, paragraph, statement } from './names.ts'
import { type Question, stamp } from './question.ts'
import { range } from './rows.ts'

const CHECKS = [
  'no_title',
  'no_description',
  'no_h1_tag',
  'is_https',
  'has_html_doctype',
  'low_content_rate',
  'is_redirect',
] as const

/** One page with its tags, checks and score. */
export function pageOf(question: Question, url: string, dice: Dice) {
  const topic = url.split('/').at(-1)?.replaceAll('-', ' ') || 'home'
  const broken = dice.chance(0.05)
  const checks = Object.fromEntries(CHECKS.map((check) => [check, dice.chance(check === 'is_https' ? 0.97 : 0.15)]))
  return {
    resource_type: broken ? 'broken' : 'html',
    status_code: broken ? 404 : 200,
    url,
    meta: {
      title: capital(topic),
      description: paragraph(dice, topic),
      internal_links_count: dice.whole(5, 120),
      external_links_count: dice.whole(0, 30),
      images_count: dice.whole(0, 40),
      content: { plain_text_word_count: dice.whole(80, 2_400), automated_readability_index: dice.whole(40, 160) / 10 },
    },
    page_timing: { time_to_interactive: dice.whole(200, 4_000), dom_complete: dice.whole(300, 6_000) },
    onpage_score: dice.whole(520, 1_000) / 10,
    total_dom_size: dice.whole(8_000, 400_000),
    checks,
    fetch_time: stamp(question.now),
  }
}

export function instantPage(question: Question) {
  const items = [pageOf(question, question.text('url', 'https://example.test/'), question.dice())]
  return [{ crawl_progress: 'finished', crawl_status: null, items_count: items.length, items }]
}

export function pageContent(question: Question) {
  const dice = question.dice()
  const topic = question.text('url').split('/').at(-1)?.replaceAll('-', ' ') || 'home'
  const main_topic = range(0, 4).map((level) => ({
    h_title: statement(dice),
    level: level === 0 ? 1 : 2,
    primary_content: [{ text: paragraph(dice, topic) }],
  }))
  const content = {
    type: 'content_parsing_element',
    fetch_time: stamp(question.now),
    status_code: 200,
    page_content: { main_topic },
  }
  const as_markdown = main_topic
    .map((part) => `${'#'.repeat(part.level)} ${part.h_title}\n\n${part.primary_content[0]?.text}`)
    .join('\n\n')
  const items = [question.flag('markdown_view') ? { ...content, page_as_markdown: as_markdown } : content]
  return [{ crawl_progress: 'finished', items_count: items.length, items }]
}

export function lighthouse(question: Question) {
  const dice = question.dice()
  const wanted = question.texts('categories')
  const names = ['performance', 'accessibility', 'best_practices', 'seo'].filter(
    (name) => wanted.length === 0 || wanted.includes(name),
  )
  const categories = Object.fromEntries(
    names.map((id) => [id, { id, title: capital(id.replaceAll('_', ' ')), score: dice.whole(40, 100) / 100 }]),
  )
  const timing = (id: string, most: number) => ({
    id,
    score: dice.whole(30, 100) / 100,
    numericValue: dice.whole(200, most),
  })
  const audits = {
    'first-contentful-paint': timing('first-contentful-paint', 3_000),
    'largest-contentful-paint': timing('largest-contentful-paint', 6_000),
  }
  return [
    {
      lighthouseVersion: question.text('version', '12.4.0'),
      requestedUrl: question.text('url'),
      fetchTime: question.now.toISOString(),
      categories,
      audits,
    },
  ]
}
