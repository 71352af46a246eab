import { LANGUAGE_NAMES, LANGUAGES } from '@portico/contract/language.ts'
import { type ProfileInfo, profile, profileValues } from '@portico/contract/profile.ts'
import { useState } from 'react'
import cards from '#forms/card-page.module.css'
import { SaveActions } from '#forms/save-actions.tsx'
import { useI18n } from '#i18n/i18n.tsx'
import { Rich } from '#i18n/rich.tsx'
import { call } from '#lib/api.ts'
import { writeCookie } from '#lib/cookies.ts'
import { useThemeChoice } from '#page/theme-picker.tsx'
import { useSession } from '#session/session.ts'
import { useTheme } from '#theme/theme.tsx'
import { Field } from '#ui/input/field.tsx'
import { Select } from '#ui/input/select.tsx'
import { Lazy } from '#ui/lazy.tsx'
import { Card } from '#ui/show/card.tsx'
import styles from './profile.module.css'
import { profileQuery } from './profile-query.ts'
import { TimeZoneField } from './time-zone-field.tsx'
import { useCardForm } from './use-card-form.ts'

const loadChangeEmail = async () => (await import('./change-email.tsx')).ChangeEmail
const YEAR_S = 365 * 24 * 60 * 60

/** The user's name and preferences; language and theme are always current, whichever control changed them. */
export function YouCard({ info }: { info: ProfileInfo }) {
  const { t, language, changeLanguage } = useI18n()
  const session = useSession()
  const { choose } = useTheme()
  const { view, options } = useThemeChoice()
  const { name, phone, time_zone, sso_team } = info
  // Name, address and phone are the person's, not the team's.
  const isBySso = sso_team !== null
  const shown = { name, phone, time_zone }
  const form = useCardForm(
    profileValues,
    async (values) => {
      const { language: spoken, theme_view, ...sent } = values
      const { user } = await call(profile.saveProfile, {
        ...sent,
        // Another tab may have another one by now.
        ...(spoken !== language && { language: spoken }),
        ...(theme_view !== view && { theme_view }),
        seen: shown,
      })
      session.update(user)
      choose(values.theme_view)
      if (values.language === language) return
      await changeLanguage(values.language)
      writeCookie('language', values.language, YEAR_S)
    },
    { done: 'Your profile was saved.', changes: profileQuery.queryKey, shown },
  )
  const [isChanging, setChanging] = useState(false)
  const languages = LANGUAGES.map((code) => ({ value: code, label: LANGUAGE_NAMES[code] }))
  return (
    <>
      <form {...form.props}>
        <Card id="you" className={cards.card} title={t('Your details')} footer={<SaveActions form={form} />}>
          <div className={styles.fields}>
            <Field
              label={t('Your name')}
              name="name"
              autoComplete="name"
              defaultValue={info.name}
              error={form.wrong('name')}
              {...(isBySso && { readOnly: true, icon: 'lock' as const, className: styles.readOnly })}
            />
            <Field
              label={t('E-mail')}
              type="email"
              icon="lock"
              readOnly
              className={styles.readOnly}
              value={info.email}
              hint={
                !isBySso && (
                  <span>
                    <Rich
                      text={t('You sign in with this address. <0>Change it</0>')}
                      wrap={[
                        (inside) => (
                          <button
                            key="change"
                            type="button"
                            className={styles.inline}
                            onClick={() => setChanging(true)}
                          >
                            {inside}
                          </button>
                        ),
                      ]}
                    />
                  </span>
                )
              }
            />
            {isBySso ? (
              <input type="hidden" name="phone" value="" />
            ) : (
              <Field
                label={t('Phone')}
                name="phone"
                type="tel"
                autoComplete="tel"
                optional
                defaultValue={info.phone}
                error={form.wrong('phone')}
              />
            )}
            <Select key={language} label={t('Language')} name="language" options={languages} defaultValue={language} />
            <Select key={view} label={t('Theme')} name="theme_view" options={options} defaultValue={view} />
            <TimeZoneField saved={info.time_zone} error={form.wrong('time_zone')} />
          </div>
        </Card>
      </form>
      {isChanging && (
        <Lazy
          load={loadChangeEmail}
          props={{ current: info.email, onClose: () => setChanging(false) }}
          waiting={null}
        />
      )}
    </>
  )
}
