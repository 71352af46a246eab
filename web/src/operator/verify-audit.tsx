import { operator } from '@portico/contract/operator.ts'
import { useMutation } from '@tanstack/react-query'
import { ProblemNote } from '#forms/problem-note.tsx'
import { call } from '#lib/api.ts'
import { Button } from '#ui/input/button.tsx'
import styles from './brands.module.css'
import { useConsoleT } from './texts.ts'

/** Goes through the whole chain and names every entry that was changed or is missing. */
export function VerifyAudit() {
  const t = useConsoleT()
  // What an earlier check found is gone with the next one.
  const { data: found, error, isPending, mutate } = useMutation({ mutationFn: () => call(operator.verifyAudit, {}) })
  return (
    <div className={styles.verify} aria-live="polite">
      <Button size="small" icon="check-circle" busy={isPending} onClick={() => mutate()}>
        {t('Verify the chain')}
      </Button>
      <ProblemNote error={error} />
      {found?.broken.length === 0 && (
        <span>
          {t('Unbroken: {rows, plural, one {# entry} other {# entries}} up to no. {last}.', {
            rows: found.rows,
            last: found.last_id,
          })}{' '}
          <code className={styles.hash}>{found.hash}</code>
        </span>
      )}
      {found && found.broken.length > 0 && (
        <strong role="alert">
          {t('Broken: these entries were changed, or entries before them are missing: {ids}', {
            ids: found.broken.slice(0, 20).join(', '),
          })}
        </strong>
      )}
    </div>
  )
}
