import { capital, statement } from './names.ts'
import type { Question } from './question.ts'
import { range } from './rows.ts'

/** Sentences with exactly the requested number of words. */
function wordsAbout(question: Question, topic: string, most: number): string[] {
  const dice = question.dice()
  const words = `${capital(topic)} in short.`.split(' ')
  while (words.length < most) words.push(...`${statement(dice)}.`.split(' '))
  return words.slice(0, most)
}

/** The charged length is counted from the generated text. */
export function continuation(question: Question) {
  const words = wordsAbout(question, question.text('text', 'example'), question.number('max_new_tokens', 100))
  return {
    result: [
      {
        input_tokens: question.text('text').split(/\s+/).length,
        output_tokens: words.length,
        new_tokens: words.length,
        generated_text: words.join(' '),
      },
    ],
    units: words.length,
  }
}

export function article(question: Question) {
  const words = wordsAbout(question, question.text('topic', 'example'), question.number('word_count', 100))
  return {
    result: [
      { input_tokens: 12, output_tokens: words.length, new_tokens: words.length, generated_text: words.join(' ') },
    ],
    units: words.length,
  }
}

export function metaTags(question: Question) {
  const topic = question.text('text', 'example').split(/\s+/).slice(0, 5).join(' ')
  return [
    {
      title: capital(topic),
      description: wordsAbout(question, topic, 22).join(' '),
      input_tokens: 40,
      output_tokens: 30,
      new_tokens: 30,
    },
  ]
}

export function subTopics(question: Question) {
  const topic = question.text('topic', 'example')
  const sub_topics = ['Why it matters', 'What to look for', 'Common mistakes', 'Costs', 'Questions people ask'].map(
    (part) => `${part}: ${topic}`,
  )
  return [{ sub_topics, input_tokens: 10, output_tokens: 40, new_tokens: 40 }]
}

export function paraphrase(question: Question) {
  const generated_text = `In other words: ${question.text('text', 'example').toLowerCase()}`
  return [{ generated_text, input_tokens: 20, output_tokens: 24, new_tokens: 24 }]
}

/** Finds doubled words and sentences without a capital, so that the answer is true of the given text. */
export function grammar(question: Question) {
  const text = question.text('text')
  const doubled = [...text.slice(0, 10_000).matchAll(/\b(\w+) \1\b/gi)].map((match) => ({
    message: 'The same word stands twice.',
    offset: match.index,
    length: match[0].length,
    replacements: [match[1]],
    type: 'duplication',
  }))
  const is_small = /^[a-z]/.test(text)
  const small = is_small
    ? [
        {
          message: 'A sentence begins with a capital.',
          offset: 0,
          length: 1,
          replacements: [text.charAt(0).toUpperCase()],
          type: 'typographical',
        },
      ]
    : []
  const items = [...small, ...doubled]
  return [
    { initial_text: text, language_code: question.text('language_code', 'en-US'), items_count: items.length, items },
  ]
}

export function textMetrics(question: Question) {
  const text = question.text('text')
  const words = text.split(/\s+/).filter((word) => word !== '')
  const sentences = Math.max(1, text.split(/[.!?]+/).filter((part) => part.trim() !== '').length)
  const characters = range(0, words.length).reduce((sum, at) => sum + (words[at]?.length ?? 0), 0)
  const reading = 4.71 * (characters / Math.max(1, words.length)) + 0.5 * (words.length / sentences) - 21.43
  return [
    {
      sentences,
      words: words.length,
      unique_words: new Set(words.map((word) => word.toLowerCase())).size,
      characters_without_spaces: characters,
      automated_readability_index: Math.round(reading * 10) / 10,
    },
  ]
}
