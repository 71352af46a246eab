import { useI18n } from '#i18n/i18n.tsx'
import type { Problem } from '#lib/problem.ts'
import { Button } from '#ui/input/button.tsx'
import { Banner } from '#ui/show/banner.tsx'
import styles from './form.module.css'

/** A question at the start of a screen that got no answer. */
export function AskAgain({ problem, onRetry }: { problem: Problem; onRetry: () => void }) {
  const { t, translateProblem } = useI18n()
  return (
    <div className={styles.form}>
      <Banner tone="bad" live>
        {translateProblem(problem.message, problem.values)}
      </Banner>
      <Button icon="refresh" wide onClick={onRetry}>
        {t('Try again')}
      </Button>
    </div>
  )
}
