import type { LeftOutPart } from '@portico/contract/operator-catalogue.ts'
import { useState } from 'react'
import { useNumberFormats } from '#traffic/number-formats.ts'
import { Button } from '#ui/input/button.tsx'
import { Badge, type BadgeTone } from '#ui/show/badge.tsx'
import { Card } from '#ui/show/card.tsx'
import { Breakable } from '#ui/text/breakable.tsx'
import styles from './customers.module.css'
import { type LeftOutGroup, leftOutGroups } from './left-out-groups.ts'
import { type ConsoleKey, useConsoleT } from './texts.ts'

const WHY_WORDS: Record<LeftOutPart['why'], { label: ConsoleKey; tone: BadgeTone }> = {
  fault: { label: 'Faulty', tone: 'bad' },
  question: { label: 'Needs a decision', tone: 'warn' },
  price: { label: 'Without a price', tone: 'warn' },
  address: { label: 'Address taken', tone: 'bad' },
}
const FIRST = 10

/** Parts of documents that are not sold, each with what would change it. */
export function LeftOutCard({ left_out }: { left_out: LeftOutPart[] }) {
  const t = useConsoleT()
  if (left_out.length === 0) return null
  return (
    <Card title={t('Not sold')} note={t('Parts that are faulty or need a decision. Everything else is sold.')}>
      <div className={styles.groups}>
        {leftOutGroups(left_out).map((group) => (
          <Group key={`${group.why} ${group.reason}`} group={group} />
        ))}
      </div>
    </Card>
  )
}

/** Hundreds may need the same decision: the first ones tell which. */
function Group({ group: { why, reason, parts } }: { group: LeftOutGroup }) {
  const t = useConsoleT()
  const { whole } = useNumberFormats()
  const [isWhole, setIsWhole] = useState(false)
  const { label, tone } = WHY_WORDS[why]
  return (
    <section className={styles.stack}>
      <h3 className={styles.line}>
        <Badge tone={tone}>{t(label)}</Badge>
        {reason}
        <span className={styles.soft}>{whole(parts.length)}</span>
      </h3>
      <ul className={styles.timeline}>
        {(isWhole ? parts : parts.slice(0, FIRST)).map(({ id, reason: own, mend }) => (
          <li key={`${id} ${own}`} className={styles.entry}>
            <span className={styles.line}>
              <strong className={styles.operationId}>
                <Breakable text={id} />
              </strong>
              {why !== 'fault' && own && <span className={styles.soft}>{own}</span>}
            </span>
            {why === 'fault' && <span className={styles.quote}>{own}</span>}
            {mend && <code className={styles.mend}>{mend}</code>}
          </li>
        ))}
      </ul>
      {!isWhole && parts.length > FIRST && (
        <span>
          <Button size="small" onClick={() => setIsWhole(true)}>
            {t('Show all {count}', { count: whole(parts.length) })}
          </Button>
        </span>
      )}
    </section>
  )
}
