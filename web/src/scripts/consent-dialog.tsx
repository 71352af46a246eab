import type { Category, ScriptSettings } from '@portico/contract/script-settings.ts'
import { useState } from 'react'
import { type MessageKey, useT } from '#i18n/i18n.tsx'
import { Button } from '#ui/input/button.tsx'
import { Switch } from '#ui/input/switch.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { consent } from './outbound-events.ts'
import { PrivacyPolicy } from './privacy-policy.tsx'
import { CATEGORY_NAMES, SCRIPT_GETS } from './script-names.ts'
import { closeChoice, useKnown } from './store.ts'

/** The categories of consent, each with what the service would receive. */
export function ConsentDialog() {
  const t = useT()
  const { setup, consent: given } = useKnown()
  const [chosen, setChosen] = useState(() => setup.asks.filter((category) => given?.categories.includes(category)))
  const toggle = (category: Category, isOn: boolean) =>
    setChosen((before) => setup.asks.filter((one) => (one === category ? isOn : before.includes(one))))
  return (
    <Dialog
      open
      width={560}
      title={t('Cookie settings')}
      onClose={closeChoice}
      footer={
        <>
          <Button onClick={() => consent([])}>{t('Only necessary')}</Button>
          <Button onClick={() => consent(setup.asks)}>{t('Accept all')}</Button>
          <Button tone="primary" onClick={() => consent(chosen)}>
            {t('Save')}
          </Button>
        </>
      }
    >
      <p>
        {t('Third-party tools are loaded only after you agree, each isolated in its own frame.')} <PrivacyPolicy />
      </p>
      <Switch
        spread
        checked
        disabled
        readOnly
        label={t('Necessary')}
        hint={
          <>
            <div>{t('Signing in, security, language and theme. Always on.')}</div>
            <div>
              {t(
                'If you sign up, the campaign, partner and page that brought you here are sent with your sign-up. They are not stored on your device.',
              )}
            </div>
          </>
        }
      />
      {setup.asks.map((category) => (
        <Switch
          key={category}
          spread
          label={t(CATEGORY_NAMES[category])}
          hint={uses(category, setup).map((use) => <div key={use}>{t(use)}</div>)}
          checked={chosen.includes(category)}
          onChange={({ currentTarget }) => toggle(category, currentTarget.checked)}
        />
      ))}
    </Dialog>
  )
}

function uses(category: Category, { parties }: ScriptSettings): MessageKey[] {
  const own = parties.filter((party) => party.category === category).map(({ name }) => SCRIPT_GETS[name])
  return category === 'marketing'
    ? [
        ...own,
        'The partner and campaign are stored on your device for 30 days, and the page you came from for 30 minutes.',
        'If you sign up, IDs assigned to you by advertising networks (Google, Facebook) are sent with your sign-up.',
      ]
    : own
}
