import type { ShownState } from '@portico/contract/dashboard.ts'
import { useState } from 'react'
import { useT } from '#i18n/i18n.tsx'
import { useMoney } from '#i18n/money.ts'
import { Link } from '#lib/link.tsx'
import { useWayTo } from '#money/add-funds.ts'
import { Button, buttonClass } from '#ui/input/button.tsx'
import { Banner } from '#ui/show/banner.tsx'
import { useBrand } from '#whitelabel/brand.tsx'
import styles from './state-banners.module.css'
import { type StateAction, type StateWords, stateWords } from './state-words.ts'
import { useStateAction } from './use-state-action.ts'
import { withTitle } from './with-title.ts'

/** The states that keep an account from calling, or soon will: a sentence each, with the remedy. */
export function StateBanners({ states, now_ms }: { states: ShownState[]; now_ms: number }) {
  return (
    <ul className={styles.states}>
      {states.map((shown) => (
        <li key={`${shown.login} ${JSON.stringify(shown.state)}`}>
          <StateBanner shown={shown} now_ms={now_ms} />
        </li>
      ))}
    </ul>
  )
}

function StateBanner({ shown, now_ms }: { shown: ShownState; now_ms: number }) {
  const t = useT()
  const { exact } = useMoney()
  const words = stateWords(shown.state, now_ms, exact)
  const text = t(words.text, withTitle(t, words.values))
  return (
    <Banner tone={words.tone} action={<Fix shown={shown} words={words} />}>
      {shown.login === null ? text : `${shown.login}: ${text}`}
    </Banner>
  )
}

function Fix({ shown, words: { button, to } }: { shown: ShownState; words: StateWords }) {
  const t = useT()
  const wayTo = useWayTo()
  const { help_link, support_email } = useBrand()
  if (!shown.can_fix) return null
  // A brand without a help desk is written to, and one without an address offers nothing.
  if (to === 'support' && !help_link)
    return support_email ? (
      <a href={`mailto:${support_email}`} className={buttonClass({ size: 'small' })}>
        {t(button)}
      </a>
    ) : null
  if (to === 'resend' || to === 'support' || to === 'allow_ip')
    return <ActionButton shown={shown} action={to} label={t(button)} />
  return to.startsWith('#') ? (
    <a href={to} className={buttonClass({ size: 'small' })}>
      {t(button)}
    </a>
  ) : (
    <Link to={wayTo(to)} className={buttonClass({ size: 'small' })}>
      {t(button)}
    </Link>
  )
}

function ActionButton({ shown, action, label }: { shown: ShownState; action: StateAction; label: string }) {
  const [isBusy, setBusy] = useState(false)
  const run = useStateAction()
  const press = async () => {
    setBusy(true)
    await run(action, shown.state)
    setBusy(false)
  }
  return (
    <Button size="small" busy={isBusy} onClick={press}>
      {label}
    </Button>
  )
}
