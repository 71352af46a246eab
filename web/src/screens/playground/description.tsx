import type { ReactNode } from 'react'
import { Lazy } from '#ui/lazy.tsx'

const loadMarkdown = async () => (await import('./markdown-text.tsx')).MarkdownText

/** Most descriptions are one plain line, for which nothing is loaded. */
const PLAIN = /^[^*_`[<&#|\n]{0,280}$/

type DescriptionProps = {
  text: string
  /** Follows the last line. */
  after?: ReactNode
}

/** A description of the provider's document, in Markdown or HTML. */
export function Description({ text, after }: DescriptionProps) {
  const plain = (
    <>
      {text}
      {after && <> {after}</>}
    </>
  )
  if (PLAIN.test(text) && !text.includes('://')) return plain
  return <Lazy load={loadMarkdown} props={{ text, after }} waiting={plain} />
}
