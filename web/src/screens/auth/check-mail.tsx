import { code } from '@portico/contract/form-fields.ts'
import * as z from 'zod/mini'
import { useFieldMessage } from '#forms/field-message.ts'
import { useT } from '#i18n/i18n.tsx'
import { useForm } from '#lib/form.ts'
import { Link } from '#lib/link.tsx'
import { paths } from '#lib/paths.ts'
import { PublicForm } from '#public-pages/form.tsx'
import { useActivation } from '#public-pages/use-activation.ts'
import { Icon } from '#ui/icon/icon.tsx'
import { Button, buttonClass } from '#ui/input/button.tsx'
import { CodeField } from '#ui/input/code-field.tsx'
import { LandingLogo } from '#whitelabel/landing-logo.tsx'
import styles from './auth.module.css'

const CODE_LENGTH = 6
const typed = z.strictObject({ code })

type CheckMailProps = { email: string; onConfirmed: () => void; onBack: () => void }

/** After a sign-up that needs confirming: where to look, the code of the mail, and what to do when nothing comes. */
export function CheckMail({ email, onConfirmed, onBack }: CheckMailProps) {
  const t = useT()
  const { captcha, activate } = useActivation()
  const form = useForm(typed, async (values) => {
    const problem = await activate({ user_id: undefined, ...values })
    if (problem) form.startOver(problem)
    else onConfirmed()
  })
  const message = useFieldMessage(form)
  return (
    <div className={styles.sent}>
      <div className={styles.logo}>
        <LandingLogo />
      </div>
      <span className={styles.envelope}>
        <Icon name="mail" size={24} />
      </span>
      <h1 className={styles.title} tabIndex={-1}>
        {t('Check your e-mail')}
      </h1>
      <p className={styles.lead}>
        {t('We sent an e-mail to {email}. Open the link in it, or enter the code.', { email })}
      </p>
      <PublicForm form={form} captcha={captcha} label={t('Confirm')}>
        <CodeField label={t('Code')} name="code" length={CODE_LENGTH} kind="letters" error={message('code')} />
      </PublicForm>
      <Link to={paths.resendActivation} className={buttonClass({ wide: true })}>
        {t('Send the code again')}
      </Link>
      <Button tone="quiet" wide icon="arrow-left" onClick={onBack}>
        {t('Use a different e-mail')}
      </Button>
    </div>
  )
}
