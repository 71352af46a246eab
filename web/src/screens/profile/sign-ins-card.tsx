import { auth } from '@portico/contract/auth.ts'
import { type ProfileInfo, profile } from '@portico/contract/profile.ts'
import { PROVIDER_NAMES, PROVIDERS, type Provider } from '@portico/contract/providers.ts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import cards from '#forms/card-page.module.css'
import { Confirm } from '#forms/confirm.tsx'
import { useAction } from '#forms/use-action.ts'
import { useToast } from '#forms/use-toast.tsx'
import { useI18n } from '#i18n/i18n.tsx'
import { call } from '#lib/api.ts'
import { useTimes } from '#page/times.ts'
import { useBootState } from '#session/boot-state.ts'
import { Button } from '#ui/input/button.tsx'
import { BrandMark } from '#ui/show/brand-mark.tsx'
import { Card } from '#ui/show/card.tsx'
import { Line } from './line.tsx'
import styles from './profile.module.css'
import { profileQuery } from './profile-query.ts'

/** The services one can sign in with here, and those linked before even if they are no longer offered. */
export function SignInsCard({ info }: { info: ProfileInfo }) {
  const { t, translateProblem } = useI18n()
  const { text } = useTimes()
  const { providers } = useBootState()
  const { problem } = useToast()
  const [leaving, setLeaving] = useState<Provider>()
  const link = useMutation({
    mutationFn: (provider: Provider) => call(auth.goToThirdParty, { provider, purpose: 'link' }),
    onSuccess: ({ target_url }) => location.assign(target_url),
    onError: problem,
  })
  const unlink = useAction({
    work: (provider: Provider) => call(profile.unlinkIdentity, { provider }),
    done: 'The sign-in service was unlinked.',
    changes: profileQuery.queryKey,
  })
  const linked = (provider: Provider) => info.identities.find((identity) => identity.provider === provider)
  const listed = PROVIDERS.filter((provider) => providers.includes(provider) || linked(provider))
  const isOnlyWay = !info.has_password && info.identities.length === 1
  if (listed.length === 0) return null

  function noteOf(provider: Provider): string {
    const identity = linked(provider)
    if (!identity) return t('Not linked')
    if (isOnlyWay) return translateProblem('This is your only way to sign in. Set a password first.')
    const date = text('date', identity.created_at)
    return identity.email
      ? t('{email}, linked on {date}', { email: identity.email, date })
      : t('Linked on {date}', { date })
  }

  function actionOf(provider: Provider) {
    const name = PROVIDER_NAMES[provider]
    if (linked(provider)) {
      if (isOnlyWay) return null
      return (
        <Button size="small" aria-label={t('Unlink {name}', { name })} onClick={() => setLeaving(provider)}>
          {t('Unlink')}
        </Button>
      )
    }
    return (
      <Button
        size="small"
        aria-label={t('Link {name}', { name })}
        busy={link.isPending && link.variables === provider}
        onClick={() => link.mutate(provider)}
      >
        {t('Link')}
      </Button>
    )
  }

  return (
    <Card id="sign-ins" className={cards.card} title={t('Sign-in methods')} note={t('Other ways to sign in.')}>
      <ul className={styles.lines}>
        {listed.map((provider) => (
          <Line
            key={provider}
            mark={<BrandMark name={provider} />}
            title={PROVIDER_NAMES[provider]}
            note={noteOf(provider)}
            action={actionOf(provider)}
          />
        ))}
      </ul>
      {leaving && (
        <Confirm
          title={t('Unlink {name}?', { name: PROVIDER_NAMES[leaving] })}
          action={t('Unlink')}
          busy={unlink.isPending}
          onClose={() => setLeaving(undefined)}
          onConfirm={() => unlink.mutate(leaving, { onSettled: () => setLeaving(undefined) })}
        >
          <p>
            {t('You will no longer be able to sign in with {name}. You can link it again at any time.', {
              name: PROVIDER_NAMES[leaving],
            })}
          </p>
        </Confirm>
      )}
    </Card>
  )
}
