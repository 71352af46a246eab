import type { ShownRequest } from '@portico/contract/operator-requests.ts'
import { Stored } from '#traffic/answers/answer-section.tsx'
import { CUT_AT } from '#traffic/cut-note.ts'
import { Card } from '#ui/show/card.tsx'
import { CodeView } from '#ui/show/code-view.tsx'
import styles from './customers.module.css'
import { useConsoleT } from './texts.ts'

/** What was sent, as far as it is stored. */
export function SentCard({
  request: { call, error },
  stored,
}: {
  request: ShownRequest
  stored: { params_days: number }
}) {
  const t = useConsoleT()
  const about = call ?? error
  const sent = about?.request ?? null
  const cut = about?.request_cut_at ?? null
  return (
    <Card title={t('Sent')}>
      <div className={styles.stack}>
        {sent === null ? (
          <p className={styles.soft}>
            {t('Nothing is stored: it was refused before it was read, or is older than {days} days.', {
              days: stored.params_days,
            })}
          </p>
        ) : (
          <CodeView language="json" label={t('Request')} code={JSON.stringify(sent, null, 2)} />
        )}
        {cut !== null && <p className={styles.soft}>{t(CUT_AT, { count: cut })}</p>}
      </div>
    </Card>
  )
}

export function AnswerCard({ request: { answer } }: { request: ShownRequest }) {
  const t = useConsoleT()
  return (
    <Card title={t('Response')}>
      <div className={styles.stack}>
        {answer ? (
          <Stored answer={answer} />
        ) : (
          <p className={styles.soft}>{t('This response was not stored or has expired.')}</p>
        )}
      </div>
    </Card>
  )
}
