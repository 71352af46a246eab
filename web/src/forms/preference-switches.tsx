import type { Preferences } from '@portico/contract/auth.ts'
import { type MessageKey, useT } from '#i18n/i18n.tsx'
import { Switch } from '#ui/input/switch.tsx'

type Kind = { name: keyof Preferences; label: MessageKey; hint: MessageKey }
const KINDS: Kind[] = [
  { name: 'news', label: 'News', hint: 'New APIs, new features and changes to the ones you use.' },
  { name: 'offers', label: 'Offers', hint: 'Discounts, promo codes and invitations to events.' },
  { name: 'reports', label: 'Reports', hint: 'Regular summaries of your usage and spending.' },
  { name: 'triggers', label: 'Alerts', hint: 'Alerts you set up, such as a low balance or a reached limit.' },
]

/** The kinds of e-mail that a user can turn off. */
export function PreferenceSwitches({ first, className }: { first: Preferences; className?: string | undefined }) {
  const t = useT()
  return KINDS.map(({ name, label, hint }) => (
    <Switch
      key={name}
      spread
      {...(className && { className })}
      name={name}
      label={t(label)}
      hint={t(hint)}
      defaultChecked={first[name] === 1}
    />
  ))
}
