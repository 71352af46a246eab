import type { StoredAnswer } from '@portico/contract/answers.ts'
import { errors } from '@portico/contract/errors.ts'
import { type UsageFilterInput, usage } from '@portico/contract/usage.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useI18n } from '#i18n/i18n.tsx'
import { Link } from '#lib/link.tsx'
import { paths } from '#lib/paths.ts'
import { query } from '#lib/query.ts'
import { Button } from '#ui/input/button.tsx'
import { CodeView } from '#ui/show/code-view.tsx'
import { LoadError } from '#ui/show/load-error.tsx'
import { SkeletonText } from '#ui/show/skeleton.tsx'
import parts from '../call-parts.module.css'
import { CUT_AT } from '../cut-note.ts'
import styles from './answer-section.module.css'
import { CompareDialog } from './compare-dialog.tsx'

const ENDPOINTS = { errors: errors.getErrorAnswer, usage: usage.getUsageAnswer }

type AnswerSectionProps = { screen: keyof typeof ENDPOINTS; scope: UsageFilterInput['scope']; id: string }

/** The stored answer of a call, and how it differs from the last good one. */
export function AnswerSection({ screen, scope, id }: AnswerSectionProps) {
  const { t } = useI18n()
  const { data, isError, isFetching, refetch } = useQuery({
    ...query([screen, 'answer', scope, id], ENDPOINTS[screen], { scope, id }),
    staleTime: 60_000,
  })
  const [isCompared, setCompared] = useState(false)
  if (data && !data.rule) return null
  const { answer, good } = data ?? {}
  return (
    <section className={parts.detailPart}>
      {answer ? <Stored answer={answer} /> : <h3 className={styles.title}>{t('Response')}</h3>}
      {!data && isError && <LoadError busy={isFetching} onRetry={refetch} />}
      {!data && !isError && <SkeletonText lines={3} />}
      {data && !answer && <p className={styles.note}>{t('This response was not stored or has expired.')}</p>}
      {data && (
        <div className={styles.actions}>
          {answer?.answer && good?.answer ? (
            <Button size="small" onClick={() => setCompared(true)}>
              {t('Compare with the last successful response')}
            </Button>
          ) : null}
          <Link to={`${paths.apiSettings}#answers`} className={styles.link}>
            {t('Choose which responses are stored')}
          </Link>
        </div>
      )}
      {isCompared && answer && good && <CompareDialog answer={answer} good={good} onClose={() => setCompared(false)} />}
    </section>
  )
}

/** A stored answer as it was sent. */
export function Stored({ answer: { answer, type, bytes, cut_at } }: { answer: StoredAnswer }) {
  const { t, language } = useI18n()
  const size = new Intl.NumberFormat(language)
  if (answer === null)
    return (
      <>
        <h3 className={styles.title}>{t('Response')}</h3>
        <p className={styles.note}>
          {t('{type}, {count} bytes. Only text is stored.', { type, count: size.format(bytes) })}
        </p>
      </>
    )
  const isText = typeof answer === 'string'
  return (
    <>
      <CodeView
        language={isText ? 'text' : 'json'}
        label={t('Response body')}
        code={isText ? answer : JSON.stringify(answer, null, 2)}
      />
      {cut_at !== null && <p className={styles.note}>{t(CUT_AT, { count: cut_at })}</p>}
    </>
  )
}
