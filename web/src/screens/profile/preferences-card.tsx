import type { Preferences } from '@portico/contract/auth.ts'
import { profile } from '@portico/contract/profile.ts'
import * as z from 'zod/mini'
import cards from '#forms/card-page.module.css'
import { PreferenceSwitches } from '#forms/preference-switches.tsx'
import { SaveActions } from '#forms/save-actions.tsx'
import { useT } from '#i18n/i18n.tsx'
import { call } from '#lib/api.ts'
import { Card } from '#ui/show/card.tsx'
import styles from './profile.module.css'
import { profileQuery } from './profile-query.ts'
import { useCardForm } from './use-card-form.ts'

/** Switches are on or off; on the wire they are 1 or 0. */
const switches = z.strictObject({ news: z.boolean(), offers: z.boolean(), reports: z.boolean(), triggers: z.boolean() })
const flag = (isOn: boolean) => (isOn ? 1 : 0)

export function PreferencesCard({ preferences }: { preferences: Preferences }) {
  const t = useT()
  const { news, offers, reports, triggers } = preferences
  const shown = { news: news === 1, offers: offers === 1, reports: reports === 1, triggers: triggers === 1 }
  const form = useCardForm(
    switches,
    async ({ news, offers, reports, triggers }) => {
      const inputs = {
        news: flag(news),
        offers: flag(offers),
        reports: flag(reports),
        triggers: flag(triggers),
      } as const
      await call(profile.savePreferences, { ...inputs, seen: preferences })
    },
    { done: 'Your e-mail preferences were saved.', changes: profileQuery.queryKey, shown },
  )
  return (
    <form {...form.props}>
      <Card
        id="preferences"
        className={cards.card}
        title={t('E-mail preferences')}
        note={t('Choose which e-mails you receive. Security and payment e-mails are always sent.')}
        footer={<SaveActions form={form} />}
      >
        <div className={styles.switches}>
          <PreferenceSwitches first={preferences} />
        </div>
      </Card>
    </form>
  )
}
