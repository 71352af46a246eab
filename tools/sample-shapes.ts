// Writes which fields the answers of the sample source have, as clients of the API family declare them: names and kinds only.
// `node tools/sample-shapes.ts` after an update of the public client; the result is written to sample/shapes.ts.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { clientMethods, type Declared, declaredFields, variants } from '../server/src/testing/catalogue/declared.ts'

/** The sample source generates nothing deeper than this, so nothing deeper is written. */
const DEEPEST = 4
/** Of a union type, the members that the sample source generates; otherwise the first. */
const MADE = [
  'organic',
  'featured_snippet',
  'people_also_ask',
  'related_searches',
  'images_search',
  'news_search',
  'google_shopping_serp',
  'amazon_serp',
]
const MOST_KINDS = 3
const CODES = { string: 's', number: 'n', boolean: 'b', any: 'a' } as const
const PREFIXES = { itself: '', list: '[', lists: '[[', map: '{' } as const

const shapes: string[] = []
const numbers = new Map<string, number>()

function shapeOf(name: string, depth: number): string {
  const kinds = kindsOf(name)
  if (kinds.length > 0) return `?${kinds.map(([type, of]) => `${type}=${shapeOf(of, depth)}`).join('|')}`
  const fields = Object.entries(declaredFields(name)).map(([field, one]) => `${field}:${codeOf(one, depth)}`)
  const text = plain(fields.join(' '))
  const known = numbers.get(text)
  if (known !== undefined) return String(known)
  numbers.set(text, shapes.length)
  return String(shapes.push(text) - 1)
}

function kindsOf(name: string): [string, string][] {
  const all = Object.entries(variants(name)).filter(([, of]) => of !== name)
  const made = all.filter(([type]) => MADE.includes(type))
  return (made.length > 0 ? made : all.slice(0, MOST_KINDS)).map(([type, of]) => [plain(type), of])
}

function codeOf({ of, in: form }: Declared, depth: number): string {
  if (typeof of === 'string') return PREFIXES[form] + CODES[of]
  return PREFIXES[form] + (depth >= DEEPEST ? 'o' : shapeOf(of.class, depth + 1))
}

/** The vendor's name is replaced by a placeholder. */
function plain(text: string): string {
  return text.replaceAll('dataforseo', '{product}')
}

function resultOf(response: string): Declared | undefined {
  const tasks = declaredFields(response).tasks?.of
  return typeof tasks === 'object' ? declaredFields(tasks.class).result : undefined
}

const results: Record<string, string> = {}
for (const { path, response } of clientMethods()) {
  const result = resultOf(response)
  const is_ours = /\/(id_list|errors|tasks_ready|tasks_fixed|task_post|user_data|webhook_resend)$/.test(path)
  if (typeof result?.of === 'object' && !is_ours)
    results[plain(path).replaceAll(/\{(?!product)\w+\}/g, '{}')] = shapeOf(result.of.class, 0)
}
const file = join(import.meta.dirname, '../server/src/catalogue/sample/shapes.json')
const lines = (entries: string[]) => entries.map((one) => `    ${one}`).join(',\n')
const written = `{
  "results": {\n${lines(Object.entries(results).map(([path, shape]) => `${JSON.stringify(path)}: ${JSON.stringify(shape)}`))}\n  },
  "shapes": [\n${lines(shapes.map((one) => JSON.stringify(one)))}\n  ]
}
`
writeFileSync(file, written)
console.log(`${Object.keys(results).length} answers, ${shapes.length} shapes, ${written.length} bytes`)
