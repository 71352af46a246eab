import { auth } from '@portico/contract/auth.ts'
import { useToast } from '#forms/use-toast.tsx'
import { useT } from '#i18n/i18n.tsx'
import { call } from '#lib/api.ts'
import { Link } from '#lib/link.tsx'
import { useWayTo } from '#money/add-funds.ts'
import { openHelp } from '#page/open-help.ts'
import { useIsListed } from '#page/use-is-listed.ts'
import { useUser } from '#session/session.ts'
import { useCaptcha } from '#step-up/captcha.ts'
import { Button, buttonClass } from '#ui/input/button.tsx'
import { useBrand } from '#whitelabel/brand.tsx'
import type { BlockWords } from './block-words.ts'

/** The button that leads out of it. */
export function Remedy({ button, to }: BlockWords) {
  const t = useT()
  const wayTo = useWayTo()
  const isListed = useIsListed()
  if (button === undefined || to === undefined) return null
  if (to === 'resend') return <ResendButton label={t(button)} />
  if (to === 'support') return <SupportButton label={t(button)} />
  if (!isListed(to)) return null
  return (
    <Link to={wayTo(to)} className={buttonClass({ size: 'small' })}>
      {t(button)}
    </Link>
  )
}

function ResendButton({ label }: { label: string }) {
  const toast = useToast()
  const captcha = useCaptcha('resend')
  const email = useUser()?.email ?? ''
  async function resend() {
    try {
      await call(auth.resendActivation, { email, captcha: await captcha.token() })
      toast.good('We sent an e-mail with a link to {email}.', { email })
    } catch (error) {
      toast.problem(error)
    }
  }
  return (
    <Button size="small" onClick={resend}>
      {label}
    </Button>
  )
}

/** A brand without a help desk is written to, and one without an address offers nothing. */
function SupportButton({ label }: { label: string }) {
  const toast = useToast()
  const { help_link, support_email } = useBrand()
  if (help_link)
    return (
      <Button size="small" onClick={() => openHelp().catch(toast.problem)}>
        {label}
      </Button>
    )
  return support_email ? (
    <a href={`mailto:${support_email}`} className={buttonClass({ size: 'small' })}>
      {label}
    </a>
  ) : null
}
