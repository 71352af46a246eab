import { LANGUAGE_NAMES, LANGUAGES } from '@portico/contract/language.ts'
import type { MenuItem } from '@portico/contract/menu.ts'
import { useQuery } from '@tanstack/react-query'
import { UNTIL_CLOSED, useToast } from '#forms/use-toast.tsx'
import { type Translator, useI18n } from '#i18n/i18n.tsx'
import { isPlainClick } from '#lib/link.tsx'
import { navigate } from '#lib/location.ts'
import { useChooseLanguage } from '#page/language-picker.tsx'
import { openHelp } from '#page/open-help.ts'
import { THEME_ICONS, useThemeChoice } from '#page/theme-picker.tsx'
import { openConsent } from '#scripts/outbound-events.ts'
import { useBootState } from '#session/boot-state.ts'
import { useSession, useUser } from '#session/session.ts'
import { signOut } from '#session/sign-out.ts'
import { accessInfoQuery } from '#session/switch-login.ts'
import { type IconName, iconPaths } from '#ui/icon/icon-paths.ts'
import type { MenuEntry } from '#ui/overlay/menu-items.tsx'
import { useBrand } from '#whitelabel/brand.tsx'
import { useOverlay } from '../open-overlay.tsx'

/** The entries of the user menu. */
export function useUserEntries(): MenuEntry[] {
  const { t, translateProblem, language } = useI18n()
  const session = useSession()
  const user = useUser()
  const theme = useThemeChoice()
  const changeLanguage = useChooseLanguage()
  const toast = useToast({ error_ms: UNTIL_CLOSED })
  const { open } = useOverlay()
  const { legacy_url, help_link } = useBrand()
  const { data: info } = useQuery(accessInfoQuery)
  const { scripts } = useBootState()
  if (!user) return []
  const fail = toast.problem
  const switching: MenuEntry[] = [{ label: t('Switch Account'), icon: 'users', onSelect: () => open('switch-account') }]
  const older: MenuEntry[] =
    user.show_link_to_old_version && legacy_url
      ? [{ label: t('Old version'), icon: 'clock', href: legacy_url, external: true }]
      : []
  return [
    ...linksOf(user.userMenu, translateProblem),
    ...(info && info.available_api_logins.length + info.sso_logins.length > 1 ? switching : []),
    ...(help_link ? [{ label: t('Help'), icon: 'help' as const, onSelect: () => void openHelp().catch(fail) }] : []),
    { label: t('Service status'), icon: 'server', href: '/status' },
    { label: t('Keyboard shortcuts'), icon: 'bolt', hint: '?', onSelect: () => open('shortcuts') },
    ...older,
    ...(scripts.asks.length > 0 ? [{ label: t('Cookie settings'), icon: 'lock' as const, onSelect: openConsent }] : []),
    { kind: 'line' },
    {
      kind: 'choice',
      label: t('Theme'),
      options: theme.options.map(({ value, label }) => ({
        label,
        short: '',
        icon: THEME_ICONS[value],
        chosen: value === theme.view,
        onSelect: () => void theme.choose(value).catch(fail),
      })),
    },
    {
      kind: 'choice',
      label: t('Language'),
      options: LANGUAGES.map((code) => ({
        label: LANGUAGE_NAMES[code],
        short: code.toUpperCase(),
        chosen: code === language,
        onSelect: () => void changeLanguage(code).catch(fail),
      })),
    },
    { kind: 'line' },
    { label: t('Sign out'), icon: 'sign-out', onSelect: () => void signOut(session).catch(fail) },
  ]
}

/** The server's entries for this menu, as links that can also be opened in a new tab. */
function linksOf(items: MenuItem[], translateProblem: Translator['translateProblem']): MenuEntry[] {
  return items.flatMap(({ url, label, type, item_icon_class }) => {
    if (url === null) return []
    const icon = item_icon_class in iconPaths ? { icon: item_icon_class as IconName } : {}
    if (type === 'external') return { label: translateProblem(label), href: url, external: true, ...icon }
    return {
      label: translateProblem(label),
      href: url,
      ...icon,
      onSelect: (event) => {
        if (!isPlainClick(event)) return
        event.preventDefault()
        navigate(url)
      },
    }
  })
}
