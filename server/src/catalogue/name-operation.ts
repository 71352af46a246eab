import { plainText } from '@portico/contract/markdown.ts'
import { readableName } from './name-path.ts'

/** A longer name does not fit in a list. */
const LONGEST_NAME = 80
/** A longer description is read at the function itself. */
const LONGEST_BRIEF = 400
/** The end of a sentence, but not of an abbreviation such as `e.g.`. */
const SENTENCE = /^(.{3,}?(?<!\b(?:e\.g|i\.e|etc|vs|no|approx))[.!?])(?=\s+["'(]?\p{Lu}|\s*$)/u

interface Written {
  summary: string | undefined
  description: string | undefined
  operation_id: unknown
  function_id: string
}

/** The name of an operation, its description as it was written, and the beginning of that as plain text. */
export interface OperationName {
  title: string
  summary: string
  brief: string
}

/** Many documents write a page of Markdown where a name is meant: the name ends with the first sentence. */
export function nameOperation({ summary, description, operation_id, function_id }: Written): OperationName {
  const written = plainText(summary ?? '')
  const [name, is_whole] = written === '' ? ['', true] : firstSentence(written)
  const otherwise = idName(operation_id) ?? readableName(function_id)
  // A question such as "Starting a new project?" begins a text and names nothing.
  const title = name === '' || (name.endsWith('?') && !is_whole) ? otherwise : name
  const about = [...new Set([is_whole ? '' : (summary ?? ''), description ?? ''])].filter(Boolean).join('\n\n')
  return { title, summary: about, brief: cut(plainText(about), LONGEST_BRIEF) }
}

/** The first sentence, and whether that is all there is. */
function firstSentence(text: string): [string, boolean] {
  const sentence = SENTENCE.exec(text)?.[1] ?? text
  const name = cut(sentence.replace(/(?<!\.)\.$/, ''), LONGEST_NAME)
  return [name, sentence === text && !name.endsWith('…')]
}

function cut(text: string, most: number): string {
  if (text.length <= most) return text
  const at = text.lastIndexOf(' ', most - 1)
  return `${text.slice(0, at > most / 2 ? at : most - 1).replace(/[,;:]$/, '')}…`
}

/** `createChatCompletion` → `Create chat completion`; an id that is no words names nothing. */
function idName(id: unknown): string | undefined {
  if (typeof id !== 'string' || !/^[A-Za-z][A-Za-z_/ -]*$/.test(id)) return undefined
  return cut(readableName(id.replaceAll(/(?<=[a-z])[A-Z]/g, (char) => ` ${char.toLowerCase()}`)), LONGEST_NAME)
}
