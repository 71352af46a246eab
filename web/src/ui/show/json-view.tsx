import { useState } from 'react'
import { allExpanded, JsonView as Tree } from 'react-json-view-lite'
import { Button } from '../input/button.tsx'
import { useUiTexts } from '../texts.tsx'
import styles from './json-view.module.css'

type JsonViewProps = {
  data: object
  label: string
  /** Opened down to this depth at first. */
  depth?: number
}

/** A JSON value as a tree. Load it lazily, where it is needed. */
export function JsonView({ data, label, depth = 2 }: JsonViewProps) {
  const texts = useUiTexts()
  const [isWhole, setWhole] = useState<boolean | null>(null)
  const shallow = (level: number) => level < depth
  const shouldExpandNode = isWhole === null ? shallow : isWhole ? allExpanded : topOnly
  const look = {
    container: styles.tree ?? '',
    basicChildStyle: styles.child ?? '',
    childFieldsContainer: styles.children ?? '',
    label: styles.key ?? '',
    clickableLabel: styles.key ?? '',
    nullValue: styles.word ?? '',
    undefinedValue: styles.word ?? '',
    booleanValue: styles.word ?? '',
    numberValue: styles.number ?? '',
    stringValue: styles.text ?? '',
    otherValue: styles.text ?? '',
    punctuation: styles.mark ?? '',
    expandIcon: styles.closed ?? '',
    collapseIcon: styles.opened ?? '',
    collapsedContent: styles.more ?? '',
    stringifyStringValues: true,
    ariaLables: { expandJson: texts.expandAll, collapseJson: texts.collapseAll },
  }
  return (
    <div className={styles.view}>
      <div className={styles.tools}>
        <Button size="small" tone="quiet" onClick={() => setWhole(true)}>
          {texts.expandAll}
        </Button>
        <Button size="small" tone="quiet" onClick={() => setWhole(false)}>
          {texts.collapseAll}
        </Button>
      </div>
      <Tree data={data} style={look} shouldExpandNode={shouldExpandNode} clickToExpandNode aria-label={label} />
    </div>
  )
}

function topOnly(level: number): boolean {
  return level < 1
}
