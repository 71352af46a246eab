import { seedOf } from '#crypto/random.ts'
import { diceOf } from './dice.ts'
import { capital, domainName, pagePath, statement } from './names.ts'
import { type Question, stamp } from './question.ts'
import { windowOf } from './rows.ts'
import { pageOf } from './site-pages.ts'

/** Number of pages a crawl found: those that were requested and exist on the made-up site. */
function sizeOf(question: Question): number {
  const there_are = diceOf(seedOf(`size of ${siteOf(question)}`)).whole(12, 900)
  return Math.min(question.number('max_crawl_pages', 100), there_are)
}

/** The crawled domain; a later read that has only the id gets a site derived from it. */
function siteOf(question: Question): string {
  return question.text('target') || question.text('id', 'example.test')
}

export function crawlSummary(question: Question) {
  const target = question.text('target', 'example.test')
  const crawled = sizeOf(question)
  const dice = question.dice()
  const summary = {
    crawl_progress: 'finished',
    crawl_status: {
      max_crawl_pages: question.number('max_crawl_pages', 100),
      pages_in_queue: 0,
      pages_crawled: crawled,
    },
    domain_info: {
      name: target,
      cms: 'quillpress',
      server: 'nginx',
      crawl_end: stamp(question.now),
      total_pages: crawled,
    },
    page_metrics: {
      links_external: crawled * dice.whole(1, 9),
      links_internal: crawled * dice.whole(10, 60),
      duplicate_title: Math.round(crawled * 0.05),
      broken_links: Math.round(crawled * 0.02),
      onpage_score: dice.whole(600, 980) / 10,
    },
  }
  return { result: [summary], units: crawled }
}

export function crawledPages(question: Question) {
  return crawlRows(question, (row) => pageOf(question, pageUrl(question, row), question.dice(row)))
}

export function crawledLinks(question: Question) {
  return crawlRows(question, (row) => {
    const dice = question.dice(row)
    const is_external = dice.chance(0.2)
    return {
      type: 'anchor',
      link_from: pageUrl(question, row),
      link_to: is_external ? `https://${domainName(dice)}/` : pageUrl(question, dice.whole(0, 200)),
      direction: is_external ? 'external' : 'internal',
      text: statement(dice).toLowerCase(),
      dofollow: dice.chance(0.8),
      is_broken: dice.chance(0.03),
    }
  })
}

export function duplicateTags(question: Question) {
  return crawlRows(question, (row) => ({
    accumulator: `${capital(statement(question.dice(row)).toLowerCase())} ${row}`,
    total_count: 2,
    pages: [pageUrl(question, row * 2), pageUrl(question, row * 2 + 1)],
  }))
}

export function closedPages(question: Question) {
  return crawlRows(question, (row) => ({
    reason: question.dice(row).pick(['robots_txt', 'meta_tag', 'http_header', 'too_many_redirects']),
    url: pageUrl(question, row),
  }))
}

function pageUrl(question: Question, row: number): string {
  const target = question.text('target', 'example.test')
  return row === 0 ? `https://${target}/` : `https://${target}${pagePath(question.dice(10_000 + row), 'page')}`
}

function crawlRows(question: Question, make: (row: number) => Record<string, unknown>) {
  return [{ crawl_progress: 'finished', ...windowOf(question, sizeOf(question), make) }]
}
