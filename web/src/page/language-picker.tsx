import { LANGUAGE_NAMES, LANGUAGES, type Language } from '@portico/contract/language.ts'
import { users } from '@portico/contract/users.ts'
import { useI18n } from '#i18n/i18n.tsx'
import { call } from '#lib/api.ts'
import { writeCookie } from '#lib/cookies.ts'
import { useSession } from '#session/session.ts'
import { Select } from '#ui/input/select.tsx'
import { useEarlyChoice } from './early-choice.ts'

const YEAR_S = 365 * 24 * 60 * 60

/** Speaks another language at once; the choice stays with the browser, and with the user when signed in. */
export function useChooseLanguage(): (language: Language) => Promise<void> {
  const { changeLanguage } = useI18n()
  const session = useSession()
  return async (language) => {
    await changeLanguage(language)
    writeCookie('language', language, YEAR_S)
    if (session.user()) session.keepHabits((await call(users.setLanguage, { language })).user)
  }
}

export function LanguagePicker() {
  const { t, language } = useI18n()
  const choose = useChooseLanguage()
  const chooseNamed = (name: string) => choose(LANGUAGES.find((code) => code === name) ?? 'en')
  const ref = useEarlyChoice(language, chooseNamed)
  return (
    <Select
      ref={ref}
      // A browser that fills in an older choice would have it taken for a new one.
      autoComplete="off"
      label={t('Language')}
      icon="globe"
      hideLabel
      noMessage
      value={language}
      options={LANGUAGES.map((code) => ({ value: code, label: LANGUAGE_NAMES[code] }))}
      onChange={(event) => chooseNamed(event.target.value)}
    />
  )
}
