import { signInEmail } from '@portico/contract/form-fields.ts'
import { ssoSignIn } from '@portico/contract/sso.ts'
import * as z from 'zod/mini'
import { useFieldMessage } from '#forms/field-message.ts'
import { useT } from '#i18n/i18n.tsx'
import { call } from '#lib/api.ts'
import { useForm } from '#lib/form.ts'
import { Link } from '#lib/link.tsx'
import { useLocation } from '#lib/location.ts'
import { paths } from '#lib/paths.ts'
import { Problem } from '#lib/problem.ts'
import { remember } from '#lib/storage.ts'
import { useOnce } from '#lib/use-once.ts'
import { AskAgain } from '#public-pages/ask-again.tsx'
import { PublicForm } from '#public-pages/form.tsx'
import { PublicPage } from '#public-pages/page.tsx'
import { useKnownEmail } from '#session/known-email.ts'
import { goToSso } from '#step-up/go-to-sso.ts'
import { Field } from '#ui/input/field.tsx'
import { SkeletonText } from '#ui/show/skeleton.tsx'

const typed = z.strictObject({ email: signInEmail })

export function Screen() {
  return useLocation().path === paths.ssoConfirm ? <Leave /> : <AskAddress />
}

/** The domain of an address decides where its users sign in. */
function AskAddress() {
  const t = useT()
  const known = useKnownEmail()
  const form = useForm(typed, async ({ email }) => {
    try {
      remember('typed_email', email)
      goToSso(await call(ssoSignIn.beginSso, { email }))
    } catch (error) {
      form.fail(error instanceof Problem ? error : new Problem('internal'))
    }
  })
  const message = useFieldMessage(form)
  return (
    <PublicPage
      title={t('Single sign-on')}
      lead={t('Enter your work e-mail. We will take you to your company’s sign-in page.')}
      links={<Link to={paths.signin}>{t('Back to sign-in')}</Link>}
    >
      <PublicForm form={form} label={t('Continue with single sign-on')}>
        <Field
          label={t('E-mail')}
          name="email"
          type="email"
          defaultValue={known}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          error={message('email')}
        />
      </PublicForm>
    </PublicPage>
  )
}

/** The tab that was opened for the confirmation continues automatically. */
function Leave() {
  const t = useT()
  const { answer, again } = useOnce(() => call(ssoSignIn.confirmBySso, {}), goToSso)
  return (
    <PublicPage title={t('Confirm it’s you')} lead={t('We will take you to your company’s sign-in page.')}>
      {answer.state === 'failed' ? <AskAgain problem={answer.problem} onRetry={again} /> : <SkeletonText lines={2} />}
    </PublicPage>
  )
}
