import { LANGUAGES } from '@portico/contract/language.ts'
import { useSpeech } from '#i18n/i18n.tsx'
import { LANGUAGE_NAMES, useChooseLanguage } from '#session/language-picker.tsx'
import { useSession, useUser } from '#session/session.ts'
import { signOut } from '#session/sign-out.ts'
import { useThemeChoice } from '#session/theme-picker.tsx'
import { Avatar } from '#ui/avatar.tsx'
import { initialsOf } from '#ui/initials.ts'
import { Menu } from '#ui/menu.tsx'
import styles from './header.module.css'

export function UserMenu() {
  const { t, language } = useSpeech()
  const session = useSession()
  const user = useUser()
  const theme = useThemeChoice()
  const speak = useChooseLanguage()
  if (!user) return null
  return (
    <Menu
      label={t('Your account')}
      place={{ side: 'bottom', align: 'end' }}
      head={
        <div className={styles.who}>
          <strong>{user.name}</strong>
          <span className={styles.whoMail}>{user.email}</span>
        </div>
      }
      entries={[
        { kind: 'heading', label: t('Theme') },
        ...theme.options.map(({ value, label }) => ({
          label,
          chosen: value === theme.view,
          onSelect: () => theme.choose(value),
        })),
        { kind: 'heading', label: t('Language') },
        ...LANGUAGES.map((code) => ({
          label: LANGUAGE_NAMES[code],
          chosen: code === language,
          onSelect: () => speak(code),
        })),
        { kind: 'line' },
        { label: t('Sign out'), icon: 'sign-out', onSelect: () => signOut(session) },
      ]}
      trigger={(props) => (
        <button
          type="button"
          {...props}
          className={styles.userButton}
          aria-label={`${initialsOf(user.name)}, ${t('Your account')}`}
        >
          <Avatar name={user.name} />
        </button>
      )}
    />
  )
}
