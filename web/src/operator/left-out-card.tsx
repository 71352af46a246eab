import type { LeftOutPart } from '@portico/contract/operator-catalogue.ts'
import { Badge, type BadgeTone } from '#ui/show/badge.tsx'
import { Card } from '#ui/show/card.tsx'
import { Breakable } from '#ui/text/breakable.tsx'
import styles from './customers.module.css'
import { FirstTen } from './first-ten.tsx'
import { type LeftOutGroup, leftOutGroups } from './left-out-groups.ts'
import { type ConsoleKey, useConsoleT } from './texts.ts'

const WHY_WORDS: Record<LeftOutPart['why'], { label: ConsoleKey; tone: BadgeTone }> = {
  fault: { label: 'Faulty', tone: 'bad' },
  question: { label: 'Needs a decision', tone: 'warn' },
  price: { label: 'Without a price', tone: 'warn' },
  address: { label: 'Address taken', tone: 'bad' },
}

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

function Group({ group: { why, reason, parts } }: { group: LeftOutGroup }) {
  const t = useConsoleT()
  const { label, tone } = WHY_WORDS[why]
  return (
    <FirstTen
      title={
        <>
          <Badge tone={tone}>{t(label)}</Badge> {reason}
        </>
      }
      parts={parts}
      draw={({ id, reason: own, mend }) => (
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
      )}
    />
  )
}
