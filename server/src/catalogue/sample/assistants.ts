import { seedOf } from '#crypto/random.ts'
import { isObject } from '../yaml-node.ts'
import { diceOf } from './dice.ts'
import { capital, domainName, pagePath, statement } from './names.ts'
import { marketOf, type Question, stamp } from './question.ts'
import { range, windowOf } from './rows.ts'

/** An answer in a few sentences within the requested length, with its source pages when it searched the web. */
export function llmResponse(question: Question) {
  const prompt = question.text('user_prompt') || question.text('keyword', 'example')
  const sources =
    question.flag('web_search') || question.entry.function_id.includes('perplexity') ? sourcesOf(question, 3) : []
  const text = answerTo(question, prompt)
  const output_tokens = Math.min(text.split(' ').length, question.number('max_output_tokens', 2_048))
  const section = {
    type: 'text',
    text: text.split(' ').slice(0, output_tokens).join(' '),
    annotations: sources.map(({ title, url }) => ({ title, url })),
  }
  return [
    {
      model_name: question.text('model_name', 'sample-large'),
      input_tokens: prompt.split(/\s+/).length,
      output_tokens,
      web_search: question.flag('web_search'),
      money_spent: 0,
      datetime: stamp(question.now),
      items: [{ type: 'message', sections: [section] }],
    },
  ]
}

/** The page an assistant or an AI mode shows for a keyword. */
export function answerPage(question: Question) {
  const keyword = question.text('keyword', 'example')
  const references = sourcesOf(question, 4)
  const [, requested = ''] = question.entry.function_id.split('/')
  const type = question.entry.api === 'serp' ? 'ai_overview' : `${requested}_text`
  const item = {
    type,
    rank_group: 1,
    rank_absolute: 1,
    markdown: answerTo(question, keyword),
    references,
  }
  return [
    {
      keyword,
      ...marketOf(question),
      check_url: `https://answers.example/?q=${encodeURIComponent(keyword)}`,
      datetime: stamp(question.now),
      item_types: [type],
      items_count: 1,
      items: [item],
    },
  ]
}

export function llmMentions(question: Question) {
  const targets = targetsOf(question)
  const window = windowOf(question, question.dice().whole(20, 2_000), (row) => {
    const dice = question.dice(row)
    return {
      platform: question.text('platform', 'google'),
      model_name: 'sample-large',
      ...marketOf(question),
      question: `${capital(targets[row % targets.length] ?? 'example')}: ${statement(dice).toLowerCase()}?`,
      answer: `${statement(dice)}. ${statement(dice)}.`,
      sources: sourcesOf(question, 2, row),
      ai_search_volume: dice.skewed(40_000),
    }
  })
  return [window]
}

export function mentionedDomains(question: Question) {
  const items = range(0, question.number('items_list_limit', 5)).map((row) => {
    const dice = question.dice(row)
    return { key: domainName(dice), mentions: dice.whole(1, 900), ai_search_volume: dice.skewed(90_000) }
  })
  return [{ total: totals(question), items_count: items.length, items }]
}

export function mentionTotals(question: Question) {
  return [{ total: totals(question), items_count: 0, items: [] }]
}

export function models(question: Question) {
  const rows = [
    { model_name: 'sample-large', reasoning: false, web_search_supported: true, task_post_supported: true },
    { model_name: 'sample-small', reasoning: false, web_search_supported: false, task_post_supported: true },
    { model_name: 'sample-search', reasoning: true, web_search_supported: true, task_post_supported: false },
  ]
  return question.entry.function_id.includes('perplexity') ? rows.slice(2) : rows
}

function totals(question: Question) {
  const dice = question.dice()
  const platform = question.text('platform', 'google')
  return {
    ...marketOf(question),
    platform: [
      { type: 'group_element', key: platform, mentions: dice.whole(5, 4_000), ai_search_volume: dice.skewed(900_000) },
    ],
  }
}

function targetsOf({ task }: Question): string[] {
  const given = Array.isArray(task.target) ? task.target.filter(isObject) : []
  return given.map((one) => String(one.keyword ?? one.domain ?? 'example'))
}

function answerTo(question: Question, prompt: string): string {
  const dice = diceOf(seedOf(`answer ${question.seed}`))
  const topic = prompt.slice(0, 120).replace(/[?.!]{1,9}$/, '')
  return `About “${topic}”: ${statement(dice).toLowerCase()}. ${range(0, 4)
    .map(() => `${statement(dice)}.`)
    .join(' ')}`
}

function sourcesOf(question: Question, count: number, row = 0) {
  return range(0, count).map((at) => {
    const dice = question.dice(20_000 + row * 10 + at)
    const domain = domainName(dice)
    return { type: 'link', title: statement(dice), domain, url: `https://${domain}${pagePath(dice, 'source')}` }
  })
}
