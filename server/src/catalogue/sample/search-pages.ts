import type { Dice } from './dice.ts'
import { longerKeyword } from './keyword-metrics.ts'
import { businessName, capital, domainName, pagePath, paragraph, slug, statement } from './names.ts'
import { daysBefore, marketOf, type Question, stamp } from './question.ts'
import { type Row, range } from './rows.ts'

/** One result page with the task's fields and its items. `units` are what depth counts. */
export interface Ranked {
  result: unknown[]
  units: number
}

type Draw = (question: Question, row: number, dice: Dice) => Row

/** A ranking of the requested depth, as far as there are results. */
export function rankPage(draw: Draw, type: string, depth_field = 'depth', page_size = 10) {
  return (question: Question): Ranked => {
    const keyword = question.text('keyword', 'example')
    const there_are = question.dice().whole(70, 700)
    const pages = question.number('max_crawl_pages', 100)
    const units = Math.min(question.number(depth_field, 10), there_are, pages * page_size)
    const ranked = range(0, units).map(
      (row): Row => ({
        ...draw(question, row, question.dice(row)),
        rank_group: row + 1,
        rank_absolute: row + 1,
        page: Math.floor(row / page_size) + 1,
      }),
    )
    const items = question.entry.tier === 'advanced' && type === 'organic' ? withBlocks(question, ranked) : ranked
    const head = {
      keyword,
      type,
      se_domain: question.text('se_domain', `${question.entry.function_id.split('/')[1]}.com`),
      ...marketOf(question),
      check_url: `https://search.example/?q=${encodeURIComponent(keyword)}`,
      datetime: stamp(question.now),
      se_results_count: there_are * question.dice().whole(900, 90_000),
      pages_count: Math.ceil(units / page_size),
    }
    if (question.entry.tier === 'html') return { result: [{ ...head, ...htmlPages(question, ranked) }], units }
    const item_types = [...new Set(items.map((item) => item.type))]
    return { result: [{ ...head, item_types, items_count: items.length, items }], units }
  }
}

export const organic: Draw = (question, _row, dice) => {
  const keyword = question.text('keyword', 'example')
  const domain = domainName(dice)
  return {
    type: 'organic',
    domain,
    title: `${capital(longerKeyword(keyword, dice.whole(0, 200)))} | ${businessName(dice)}`,
    url: `https://${domain}${pagePath(dice, keyword)}`,
    breadcrumb: `https://${domain} › ${slug(keyword)}`,
    description: paragraph(dice, keyword),
    is_paid: false,
  }
}

export const news: Draw = (question, _row, dice) => {
  const domain = domainName(dice)
  const keyword = question.text('keyword', 'example')
  return {
    type: 'news_search',
    domain,
    source: businessName(dice),
    title: `${capital(keyword)}: ${statement(dice).toLowerCase()}`,
    url: `https://${domain}${pagePath(dice, keyword)}`,
    snippet: paragraph(dice, keyword),
    timestamp: stamp(daysBefore(question.now, dice.skewed(200) + dice.next())),
  }
}

export const images: Draw = (question, _row, dice) => {
  const domain = domainName(dice)
  const keyword = question.text('keyword', 'example')
  const page = `https://${domain}${pagePath(dice, keyword)}`
  return {
    type: 'images_search',
    title: capital(longerKeyword(keyword, dice.whole(0, 200))),
    alt: keyword,
    url: page,
    source_url: `${page}.jpg`,
    width: dice.whole(6, 40) * 100,
    height: dice.whole(4, 30) * 100,
  }
}

export const suggestions: Draw = (question, row) => ({
  type: 'autocomplete',
  suggestion: longerKeyword(question.text('keyword', 'example'), row),
  relevance: 1_300 - row * 50,
  suggestion_type: 'QUERY',
})

export const jobs: Draw = (question, _row, dice) => ({
  type: 'google_jobs_item',
  title: capital(question.text('keyword', 'example')),
  employer_name: businessName(dice),
  location: `${capital(dice.pick(['north', 'south', 'east', 'west']))} district`,
  contract_type: dice.pick(['Full-time', 'Part-time', 'Contractor', 'Internship']),
  salary: dice.chance(0.4) ? `${dice.whole(18, 60)} an hour` : null,
  timestamp: stamp(daysBefore(question.now, dice.whole(0, 30))),
})

export const events: Draw = (question, row, dice) => ({
  type: 'event_item',
  title: `${capital(question.text('keyword', 'example'))} ${row + 1}`,
  description: statement(dice),
  url: `https://${domainName(dice)}${pagePath(dice, 'events')}`,
  event_dates: { start_datetime: stamp(daysBefore(question.now, -row - 1)), end_datetime: null },
  location_info: { name: businessName(dice), address: `${dice.whole(1, 240)} Sample Street` },
})

export const videos: Draw = (question, _row, dice) => {
  const video_id = dice.whole(1_000_000, 9_999_999).toString(36)
  return {
    type: 'youtube_video',
    video_id,
    title: capital(longerKeyword(question.text('keyword', 'example'), dice.whole(0, 200))),
    url: `https://videos.example/watch?v=${video_id}`,
    channel_name: businessName(dice),
    views_count: dice.skewed(5_000_000),
    duration_time_seconds: dice.whole(40, 3_600),
    timestamp: stamp(daysBefore(question.now, dice.skewed(1_500))),
  }
}

/** Blocks between organic results: a snippet at the top for some keywords, questions after the third, searches at the end. */
function withBlocks(question: Question, ranked: Row[]): Row[] {
  const dice = question.dice()
  const keyword = question.text('keyword', 'example')
  const snippet = { type: 'featured_snippet', title: capital(keyword), description: paragraph(dice, keyword) }
  const questions = range(0, 4).map((row) => ({
    type: 'people_also_ask_element',
    title: `${longerKeyword(keyword, 60 + row)}?`,
  }))
  const related = range(0, 8).map((row) => longerKeyword(keyword, row))
  const all: Row[] = [
    ...(dice.chance(0.3) ? [{ ...snippet, rank_group: 1 }] : []),
    ...ranked.slice(0, 3),
    { type: 'people_also_ask', rank_group: 1, items: questions },
    ...ranked.slice(3),
    { type: 'related_searches', rank_group: 1, items: related },
  ]
  return all.map((item, at) => ({ ...item, rank_absolute: at + 1 }))
}

function htmlPages(question: Question, ranked: Row[]) {
  const pages = Map.groupBy(ranked, (item) => Number(item.page))
  const items = [...pages].map(([page, rows]) => ({
    page,
    date: stamp(question.now),
    html: `<!doctype html><title>Sample</title><ol>${rows.map((row) => `<li><a href="${row.url}">${row.domain}</a></li>`).join('')}</ol>`,
  }))
  return { items_count: items.length, items }
}
