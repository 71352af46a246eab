import { users } from '@portico/contract/users.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ProblemNote } from '#forms/problem-note.tsx'
import { useToast } from '#forms/use-toast.tsx'
import { useT } from '#i18n/i18n.tsx'
import { call } from '#lib/api.ts'
import { Button } from '#ui/input/button.tsx'
import { ACCESS_KEY } from '../access-queries.ts'
import styles from '../api-access.module.css'

/** Mail must not contain a secret: it carries a link to this screen. */
export function SendByMail() {
  const t = useT()
  const toast = useToast()
  const client = useQueryClient()
  const send = useMutation({
    mutationFn: () => call(users.emailCredentials, {}),
    onSuccess: () => {
      toast.good('We sent you a link to this page.')
      return client.invalidateQueries({ queryKey: [...ACCESS_KEY, 'activity'] })
    },
  })
  return (
    <>
      <div className={styles.grow}>
        {send.error ? (
          <ProblemNote error={send.error} />
        ) : (
          <p className={styles.faint}>{t('The e-mail contains a link to this page, never the password.')}</p>
        )}
      </div>
      <Button icon="mail" busy={send.isPending} onClick={() => send.mutate()}>
        {t('E-mail me a link')}
      </Button>
    </>
  )
}
