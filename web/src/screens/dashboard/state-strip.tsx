import type { ShownState } from '@portico/contract/dashboard.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useT } from '#i18n/i18n.tsx'
import { Link } from '#lib/link.tsx'
import { Banner } from '#ui/banner.tsx'
import { Button, buttonClass } from '#ui/button.tsx'
import styles from './dashboard.module.css'
import type { Scope } from './dashboard-place.ts'
import { statesQuery } from './dashboard-queries.ts'
import { type StateWords, stateWords } from './state-words.ts'
import { useStateDeed } from './use-state-deed.ts'

/** What stops calls or soon will; nothing is shown when nothing does, and nothing while that is not known. */
export function StateStrip({ scope }: { scope: Scope }) {
  const { data, dataUpdatedAt } = useQuery(statesQuery(scope))
  if (!data || data.states.length === 0) return null
  return (
    <ul className={styles.states}>
      {data.states.map((shown) => (
        <li key={`${shown.login} ${JSON.stringify(shown.state)}`}>
          <StateBanner shown={shown} now_ms={dataUpdatedAt} />
        </li>
      ))}
    </ul>
  )
}

function StateBanner({ shown, now_ms }: { shown: ShownState; now_ms: number }) {
  const t = useT()
  const words = stateWords(shown.state, now_ms)
  const text = t(words.text, words.values)
  return (
    <Banner tone={words.tone} action={<Fix shown={shown} words={words} />}>
      {shown.login === null ? text : `${shown.login}: ${text}`}
    </Banner>
  )
}

function Fix({ shown, words: { button, to } }: { shown: ShownState; words: StateWords }) {
  const t = useT()
  if (!shown.can_fix) return null
  if (to === 'resend' || to === 'support' || to === 'allow_ip')
    return <DeedButton shown={shown} deed={to} label={t(button)} />
  return to.startsWith('#') ? (
    <a href={to} className={buttonClass({ size: 'small' })}>
      {t(button)}
    </a>
  ) : (
    <Link to={to} className={buttonClass({ size: 'small' })}>
      {t(button)}
    </Link>
  )
}

function DeedButton({
  shown,
  deed,
  label,
}: {
  shown: ShownState
  deed: 'resend' | 'support' | 'allow_ip'
  label: string
}) {
  const [isBusy, setBusy] = useState(false)
  const run = useStateDeed()
  const press = async () => {
    setBusy(true)
    await run(deed, shown.state)
    setBusy(false)
  }
  return (
    <Button size="small" busy={isBusy} onClick={press}>
      {label}
    </Button>
  )
}
