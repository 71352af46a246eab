import { type KeyboardEvent, useDeferredValue, useMemo, useRef, useState } from 'react'
import { useT } from '#i18n/i18n.tsx'
import { Button } from '#ui/input/button.tsx'
import { Field } from '#ui/input/field.tsx'
import { nextIndex } from '#ui/input/roving.ts'
import { Empty } from '#ui/show/empty.tsx'
import { findInTree, type TreeLine, treeLines } from './json-tree.ts'
import styles from './result-tree.module.css'
import { ChosenLine, Line } from './result-tree-line.tsx'

const OPEN_AT_FIRST = 5
const DRAWN_AT_ONCE = 400

/** An answer as a tree: found by a word, opened and closed, and each value with the way to it to take along. */
export function ResultTree({ data, label }: { data: object; label: string }) {
  const t = useT()
  const list = useRef<HTMLDivElement>(null)
  const [words, setWords] = useState('')
  const [openTo, setOpenTo] = useState(OPEN_AT_FIRST)
  const [turned, setTurned] = useState<ReadonlyMap<string, boolean>>(new Map())
  const [max, setMax] = useState(DRAWN_AT_ONCE)
  const [chosen_path, setChosen] = useState<string>()
  // Typing does not wait for what it finds.
  const sought = useDeferredValue(words)
  const found = useMemo(() => findInTree(data, sought), [data, sought])
  const { lines, is_cut } = useMemo(() => {
    const isOpen = (path: string, depth: number) => turned.get(path) ?? (found ? found.ways.has(path) : depth < openTo)
    return treeLines(data, { isOpen, found, max })
  }, [data, found, turned, openTo, max])
  const chosen = lines.find(({ path }) => path === chosen_path)
  const at = chosen ? lines.indexOf(chosen) : 0

  function setAll(depth: number) {
    setTurned(new Map())
    setOpenTo(depth)
  }
  function turn({ path, is_open, count }: TreeLine) {
    if (count) setTurned(new Map(turned).set(path, !is_open))
  }
  function go(to: number) {
    setChosen(lines[to]?.path)
    list.current?.querySelectorAll<HTMLElement>('[role=treeitem]')[to]?.focus()
  }
  function onKeyDown(event: KeyboardEvent) {
    const line = lines[at]
    // A link within the line answers its own keys.
    if (!line || !(event.target instanceof HTMLElement) || event.target.role !== 'treeitem') return
    const to = nextIndex(event.key, at, lines.length, 'vertical')
    const isTurning =
      (event.key === 'ArrowRight' && !line.is_open && line.count) ||
      (event.key === 'ArrowLeft' && line.is_open) ||
      event.key === 'Enter' ||
      event.key === ' '
    if (to !== null) go(to)
    else if (isTurning) turn(line)
    else if (event.key === 'ArrowRight' && line.is_open) go(at + 1)
    else if (event.key === 'ArrowLeft' && at > 0) go(lines.findLastIndex((one, i) => i < at && one.depth < line.depth))
    else return
    event.preventDefault()
  }

  return (
    <div className={styles.view}>
      <div className={styles.tools}>
        <Field
          type="search"
          icon="search"
          hideLabel
          noMessage
          className={styles.search}
          label={t('Search in the result')}
          placeholder={t('Search in the result')}
          autoComplete="off"
          spellCheck={false}
          value={words}
          onChange={({ target }) => setWords(target.value)}
        />
        <span className={styles.found} role="status">
          {found && t('{count, plural, one {# match} other {# matches}}', { count: found.hits.size })}
        </span>
        <Button size="small" tone="quiet" onClick={() => setAll(Number.POSITIVE_INFINITY)}>
          {t('Expand all')}
        </Button>
        <Button size="small" tone="quiet" onClick={() => setAll(1)}>
          {t('Collapse all')}
        </Button>
      </div>
      {lines.length === 0 && <Empty icon="search" title={t('Nothing found')} />}
      {lines.length > 0 && (
        <div ref={list} role="tree" aria-label={label} className={styles.tree} onKeyDown={onKeyDown}>
          {lines.map((line, index) => (
            <Line
              key={line.path}
              line={line}
              isChosen={line === chosen}
              isReached={index === at}
              isHit={found?.hits.has(line.path) ?? false}
              onPick={() => {
                setChosen(line.path)
                turn(line)
              }}
            />
          ))}
        </div>
      )}
      {is_cut && (
        <Button size="small" tone="quiet" onClick={() => setMax(max + DRAWN_AT_ONCE)}>
          {t('Show more')}
        </Button>
      )}
      {chosen && <ChosenLine key={chosen.path} line={chosen} />}
    </div>
  )
}
