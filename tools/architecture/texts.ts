import type { VisitorObject } from 'oxc-parser'
import { isTest, type Source, walk } from './tree.ts'

/** Every text in the shipped code: string literals, templates without expressions, text in JSX. */
export function textsIn(sources: Source[]): Set<string> {
  const texts = new Set<string>()
  const handlers: VisitorObject = {
    Literal: ({ value }) => {
      if (typeof value === 'string') texts.add(value)
    },
    TemplateElement: ({ value }) => {
      texts.add(value.cooked ?? value.raw)
    },
    JSXText: ({ value }) => {
      texts.add(value.replaceAll(/\s+/g, ' ').trim())
    },
  }
  for (const source of sources) {
    if (/^(web|contract|server)\/src\//.test(source.path) && !isTest(source)) walk(source, handlers)
  }
  return texts
}
