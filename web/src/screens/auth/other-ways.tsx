import { auth } from '@portico/contract/auth.ts'
import { PROVIDER_NAMES, type Provider } from '@portico/contract/providers.ts'
import { type ReactNode, useEffect, useState } from 'react'
import { leaveForThirdParty } from '#attribution/opened.ts'
import { useToast } from '#forms/use-toast.tsx'
import { useT } from '#i18n/i18n.tsx'
import { call } from '#lib/api.ts'
import { externalUrl } from '#lib/external-url.ts'
import { Problem } from '#lib/problem.ts'
import { storedInvitation } from '#public-pages/invitation.ts'
import { useBootState } from '#session/boot-state.ts'
import { Button } from '#ui/input/button.tsx'
import { BrandMark } from '#ui/show/brand-mark.tsx'
import styles from './auth.module.css'
import { useLegalSentence } from './use-legal-sentence.tsx'
import { useLastUsed } from './way-in.ts'

/** All ways in beside the form, below one divider: `children`, then the services. */
export function OtherWays({ children }: { children?: ReactNode }) {
  const t = useT()
  const toast = useToast()
  const lastUsed = useLastUsed()
  const legal = useLegalSentence(false)
  const { providers } = useBootState()
  const [going, setGoing] = useState<Provider>()
  useEffect(() => {
    // Coming back with the browser's own button brings the page back as it was left: pressed.
    const release = () => setGoing(undefined)
    window.addEventListener('pageshow', release)
    return () => window.removeEventListener('pageshow', release)
  }, [])

  async function go(provider: Provider) {
    if (going) return
    setGoing(provider)
    toast.clear()
    try {
      const target = externalUrl((await call(auth.goToThirdParty, { provider, ...storedInvitation() })).target_url)
      if (!target) throw new Problem('third_party_failed')
      leaveForThirdParty()
      location.assign(target)
    } catch (error) {
      toast.problem(error)
      setGoing(undefined)
    }
  }

  if (providers.length === 0 && !children) return null
  return (
    <>
      <p className={styles.or}>{t('or continue with')}</p>
      <div className={styles.services}>
        {children}
        {providers.map((provider) => (
          <Button
            key={provider}
            mark={<BrandMark name={provider} size={16} />}
            busy={going === provider}
            aria-label={t('Continue with {service}', { service: PROVIDER_NAMES[provider] })}
            onClick={() => go(provider)}
            {...lastUsed(provider)}
          >
            {PROVIDER_NAMES[provider]}
          </Button>
        ))}
      </div>
      {providers.length > 0 && legal && <p className={styles.legal}>{legal}</p>}
    </>
  )
}
