import { type Block, type Inline, plainText, readMarkdown, textOf } from '@portico/contract/markdown.ts'
import { Fragment, type ReactNode } from 'react'
import { useT } from '#i18n/i18n.tsx'
import { ExternalLink } from '#ui/text/external-link.tsx'
import styles from './description.module.css'

/** Longer ones are folded. */
const LONG = 280

/** A description of the provider's document, in Markdown or HTML: only text, lists, code, emphasis and web links are drawn. */
export function MarkdownText({ text, after }: { text: string; after?: ReactNode }) {
  const t = useT()
  const blocks = readMarkdown(text)
  const [first, ...rest] = blocks
  const isLong = rest.length > 0 && plainText(text).length > LONG
  return (
    <div className={styles.description}>
      {first && drawBlock(first, isLong ? undefined : rest.length === 0 ? after : undefined)}
      {isLong ? (
        <>
          {after && <p>{after}</p>}
          <details>
            <summary>{t('More')}</summary>
            {rest.map((block) => drawBlock(block))}
          </details>
        </>
      ) : (
        rest.map((block, at) => drawBlock(block, at === rest.length - 1 ? after : undefined))
      )}
    </div>
  )
}

function drawBlock(block: Block, after?: ReactNode): ReactNode {
  switch (block.type) {
    case 'code':
      return (
        <Fragment key={block.text}>
          <pre>{block.text}</pre>
          {after && <p>{after}</p>}
        </Fragment>
      )
    case 'list': {
      const List = block.is_ordered ? 'ol' : 'ul'
      return (
        <Fragment key={block.items.map(textOf).join()}>
          <List>
            {block.items.map((item, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the text of a document does not change
              <li key={at}>{item.map(drawInline)}</li>
            ))}
          </List>
          {after && <p>{after}</p>}
        </Fragment>
      )
    }
    default: {
      const parts = block.parts.map(drawInline)
      return (
        <p key={textOf(block.parts)}>
          {block.type === 'heading' ? <strong>{parts}</strong> : parts}
          {after && <> {after}</>}
        </p>
      )
    }
  }
}

function drawInline(part: Inline, at: number): ReactNode {
  switch (part.type) {
    case 'text':
      return part.text
    case 'code':
      return <code key={at}>{part.text}</code>
    case 'strong':
      return <strong key={at}>{part.parts.map(drawInline)}</strong>
    case 'em':
      return <em key={at}>{part.parts.map(drawInline)}</em>
    case 'link':
      return (
        <ExternalLink key={at} to={part.href}>
          {part.parts.map(drawInline)}
        </ExternalLink>
      )
  }
}
