import { auth } from '@portico/contract/auth.ts'
import { typedPassword } from '@portico/contract/typed.ts'
import { useId } from 'react'
import * as z from 'zod/mini'
import { useT } from '#i18n/i18n.tsx'
import { call } from '#lib/api.ts'
import { ProblemNote } from '#session/problem-note.tsx'
import { useInlineForm } from '#session/use-inline-form.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import styles from './api-access.module.css'
import { SignInPasswordField } from './sign-in-password-field.tsx'

const typedAgain = z.strictObject({ password: typedPassword })

/** An open window on an unwatched desk shows no secret: its owner says the sign-in password first. */
export function AskSignInPassword({ onDone, onClose }: { onDone: () => void; onClose: () => void }) {
  const t = useT()
  const id = useId()
  const form = useInlineForm(typedAgain, async (typed) => {
    await call(auth.reauthenticate, typed)
    onDone()
  })
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('Confirm it is you')}
      width={440}
      footer={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button tone="primary" type="submit" form={id} busy={form.busy}>
            {t('Continue')}
          </Button>
        </>
      }
    >
      <form {...form.props} id={id} className={styles.form}>
        <p>{t('You signed in more than 15 minutes ago. Enter the password you sign in with.')}</p>
        <SignInPasswordField error={form.wrong('password')} />
        <ProblemNote error={form.problem} />
      </form>
    </Dialog>
  )
}
