import { useT } from '#i18n/i18n.tsx'
import { classNames } from '#ui/class-names.ts'
import { CopyAs } from '#ui/show/copy-as.tsx'
import { copiedValue, linkOf, type TreeLine } from './json-tree.ts'
import styles from './result-tree.module.css'

/** More of a text is not drawn in its line; it is copied as a whole. */
const DRAWN_TEXT = 300

type LineProps = {
  line: TreeLine
  isChosen: boolean
  /** It takes the focus when one comes to the tree. */
  isReached: boolean
  /** It holds what is looked for. */
  isHit: boolean
  onPick: () => void
}

export function Line({ line, isChosen, isReached, isHit, onPick }: LineProps) {
  const { depth, name, count, is_open } = line
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree answers the keys for all its lines
    <div
      role="treeitem"
      aria-level={depth + 1}
      aria-expanded={count ? is_open : undefined}
      aria-selected={isChosen}
      tabIndex={isReached ? 0 : -1}
      className={classNames(styles.line, isHit && styles.hit)}
      style={{ paddingInlineStart: `calc(var(--space-2) + ${Math.min(depth, 12)} * var(--tree-step))` }}
      onClick={onPick}
    >
      <span className={classNames(styles.arrow, count ? (is_open ? styles.opened : styles.closed) : undefined)} />
      {name !== undefined && <span className={styles.key}>{name}</span>}
      <Value line={line} isReached={isReached} />
    </div>
  )
}

function Value({ line: { value, count, is_open }, isReached }: { line: TreeLine; isReached: boolean }) {
  if (count !== undefined) {
    const [open, close] = Array.isArray(value) ? '[]' : '{}'
    return <span className={styles.mark}>{is_open ? open : `${open}${count > 0 ? ` ${count} ` : ''}${close}`}</span>
  }
  const link = linkOf(value)
  const text = typeof value === 'string' ? JSON.stringify(value) : String(value)
  const shown = text.length > DRAWN_TEXT ? `${text.slice(0, DRAWN_TEXT)}…` : text
  if (link && 'href' in link)
    return (
      <a
        className={styles.link}
        href={link.href}
        target="_blank"
        rel="noopener noreferrer nofollow"
        tabIndex={isReached ? 0 : -1}
        onClick={(event) => event.stopPropagation()}
      >
        {shown}
      </a>
    )
  return <span className={styles[kindOf(value)]}>{shown}</span>
}

function kindOf(value: unknown): 'text' | 'number' | 'word' {
  return typeof value === 'string' ? 'text' : typeof value === 'number' ? 'number' : 'word'
}

/** The way to the chosen value, to be written into a program, and the value itself; a picture is shown. */
export function ChosenLine({ line: { path, value } }: { line: TreeLine }) {
  const t = useT()
  const link = linkOf(value)
  return (
    <div className={styles.chosen}>
      {link && 'image' in link && <img className={styles.image} src={link.image} alt={path} />}
      {path !== '' && <code className={styles.path}>{path}</code>}
      <div className={styles.copies}>
        {path !== '' && <CopyAs text={path} label={t('Copy path')} />}
        <CopyAs text={copiedValue(value)} label={t('Copy value')} />
      </div>
    </div>
  )
}
