import { THEME_VIEWS, type ThemeView } from '@portico/contract/user.ts'
import { users } from '@portico/contract/users.ts'
import { useT } from '#i18n/i18n.tsx'
import { call } from '#lib/api.ts'
import { useSession } from '#session/session.ts'
import { useTheme } from '#theme/theme.tsx'
import { Select } from '#ui/input/select.tsx'
import { useEarlyChoice } from './early-choice.ts'

export function useThemeChoice() {
  const t = useT()
  const { view, choose } = useTheme()
  const session = useSession()
  const names: Record<ThemeView, string> = { light: t('Light'), dark: t('Dark'), system: t('System theme') }
  return {
    view,
    options: THEME_VIEWS.map((value) => ({ value, label: names[value] })),
    async choose(next: ThemeView) {
      choose(next)
      if (session.user()) session.keepHabits((await call(users.setTheme, { theme_view: next })).user)
    },
  }
}

export const THEME_ICONS = { light: 'sun', dark: 'moon', system: 'monitor' } as const

export function ThemePicker() {
  const t = useT()
  const { view, options, choose } = useThemeChoice()
  const chooseNamed = (name: string) => choose(THEME_VIEWS.find((theme) => theme === name) ?? 'system')
  const ref = useEarlyChoice(view, chooseNamed)
  return (
    <Select
      ref={ref}
      // A browser that fills in an older choice would have it taken for a new one.
      autoComplete="off"
      label={t('Theme')}
      icon={THEME_ICONS[view]}
      hideLabel
      noMessage
      value={view}
      options={options}
      onChange={(event) => chooseNamed(event.target.value)}
    />
  )
}
