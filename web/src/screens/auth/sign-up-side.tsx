import { useRef, useState } from 'react'
import { useT } from '#i18n/i18n.tsx'
import { Rich } from '#i18n/rich.tsx'
import { Link } from '#lib/link.tsx'
import { paths } from '#lib/paths.ts'
import { useArrivalFocus } from '#session/arrival-focus.ts'
import { OutsideLink } from '#ui/outside-link.tsx'
import { useBrand } from '#whitelabel/brand.tsx'
import { LandingLogo } from '#whitelabel/landing-logo.tsx'
import styles from './auth.module.css'
import { CheckMail } from './check-mail.tsx'
import { InvitationNote } from './invitation-note.tsx'
import { useMaySignUp } from './may-sign-up.ts'
import { SignUpForm } from './sign-up-form.tsx'
import { SocialButtons } from './social-buttons.tsx'

/** The form, and after it where to look for the mail. The form keeps its place meanwhile, so that the panel does not move. */
export function SignUpSide() {
  const place = useRef<HTMLDivElement>(null)
  const [sentTo, setSentTo] = useState<string>()
  const isSent = sentTo !== undefined
  useArrivalFocus(place, isSent ? 'sent' : 'form')
  return (
    <div ref={place} className={styles.stack}>
      <div className={isSent ? styles.away : undefined} inert={isSent}>
        <SignUpForms onSent={setSentTo} />
      </div>
      {isSent && <CheckMail email={sentTo} onBack={() => setSentTo(undefined)} />}
    </div>
  )
}

/** Or why there is none. */
function SignUpForms({ onSent }: { onSent: (email: string) => void }) {
  const t = useT()
  const maySignUp = useMaySignUp()
  const { contact_url } = useBrand()
  return (
    <>
      <div className={styles.logo}>
        <LandingLogo />
      </div>
      <h1 id="sign-up-title" className={styles.title} tabIndex={-1}>
        {t('Sign up')}
      </h1>
      {maySignUp ? (
        <>
          <p className={styles.lead}>{t('The sandbox is free. You pay for live calls only.')}</p>
          <InvitationNote />
          <SignUpForm onSent={onSent} />
          <SocialButtons />
        </>
      ) : (
        <p className={styles.lead}>{t('Signing up here needs an invitation.')}</p>
      )}
      <div className={styles.ways}>
        <p>
          <Rich
            text={t('Already have an account? <0>Sign in</0>')}
            wrap={[(inside) => <Link to={paths.signin}>{inside}</Link>]}
          />
        </p>
        {maySignUp && contact_url && (
          <p>
            <Rich
              text={t('Individual or freelancer? <0>Contact us</0>')}
              wrap={[(inside) => <OutsideLink to={contact_url}>{inside}</OutsideLink>]}
            />
          </p>
        )}
      </div>
    </>
  )
}
