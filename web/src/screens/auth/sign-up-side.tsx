import { type ComponentType, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useT } from '#i18n/i18n.tsx'
import { Rich } from '#i18n/rich.tsx'
import { Link } from '#lib/link.tsx'
import { loadOrRenew } from '#lib/load-chunk.ts'
import { paths } from '#lib/paths.ts'
import { forget, recall } from '#lib/storage.ts'
import { useArrivalFocus } from '#page/arrival-focus.ts'
import { Button, buttonClass } from '#ui/input/button.tsx'
import { ExternalLink } from '#ui/text/external-link.tsx'
import { useBrand } from '#whitelabel/brand.tsx'
import { LandingLogo } from '#whitelabel/landing-logo.tsx'
import styles from './auth.module.css'
import { useInvited } from './invitation.ts'
import { InvitationNote } from './invitation-note.tsx'
import { useMaySignUp } from './may-sign-up.ts'
import { OtherWays } from './other-ways.tsx'
import { SignUpForm } from './sign-up-form.tsx'

type Step = ComponentType<{ email: string; onConfirmed: () => void; onBack: () => void }>

/**
 * The form, and after it the code of the mail, also for people who come back to it. The form keeps its space meanwhile,
 * so that the panel does not move.
 */
export function SignUpSide() {
  const element = useRef<HTMLDivElement>(null)
  const [sent, setSent] = useState<{ email: string; CheckMail: Step }>()
  const isSent = sent !== undefined
  const ask = async (email: string) => {
    const { CheckMail } = await loadOrRenew(() => import('./check-mail.tsx'))
    setSent({ email, CheckMail })
  }
  const end = () => {
    forget('sent_to')
    setSent(undefined)
  }
  const goOn = useEffectEvent(() => {
    const email = recall('sent_to')
    if (email) ask(email)
  })
  useEffect(() => goOn(), [])
  useArrivalFocus(element, isSent ? 'sent' : 'form')
  return (
    <div ref={element} className={styles.stack}>
      <div className={isSent ? styles.away : undefined} inert={isSent}>
        <SignUpForms onSent={ask} />
      </div>
      {sent && <sent.CheckMail email={sent.email} onConfirmed={end} onBack={end} />}
    </div>
  )
}

/** Or the reason why there is no form. */
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
      <p className={styles.lead}>
        {maySignUp
          ? t('The sandbox is free. You only pay for live requests.')
          : t('Sign-up here is by invitation only.')}
      </p>
      <InvitationNote />
      {maySignUp && <WayIn onSent={onSent} />}
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
              wrap={[(inside) => <ExternalLink to={contact_url}>{inside}</ExternalLink>]}
            />
          </p>
        )}
      </div>
    </>
  )
}

/** Without their invitation visitors continue only after confirming it; one whose address has an account signs in. */
function WayIn({ onSent }: { onSent: (email: string) => void }) {
  const t = useT()
  const { invitation, isOver, goOnWithout } = useInvited()
  if (isOver)
    return (
      <Button wide onClick={goOnWithout}>
        {t('Sign up without the invitation')}
      </Button>
    )
  if (invitation?.has_account)
    return (
      <>
        <p>{t('An account with {email} already exists. Sign in to join.', { email: invitation.email })}</p>
        <Link to={paths.signin} className={buttonClass({ tone: 'primary', wide: true })}>
          {t('Sign in')}
        </Link>
      </>
    )
  return (
    <>
      <SignUpForm key={invitation?.email} onSent={onSent} />
      <OtherWays />
    </>
  )
}
