import { catalogue } from '@portico/contract/catalogue.ts'
import { LANGUAGE_NAMES, LANGUAGES } from '@portico/contract/language.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { UNTIL_CLOSED, useToast } from '#forms/use-toast.tsx'
import { useI18n } from '#i18n/i18n.tsx'
import { soldFirst, usedFirst } from '#lib/function-words.ts'
import { navigate } from '#lib/location.ts'
import { query } from '#lib/query.ts'
import { useChooseLanguage } from '#page/language-picker.tsx'
import { openHelp } from '#page/open-help.ts'
import { useThemeChoice } from '#page/theme-picker.tsx'
import { useSession, useUser } from '#session/session.ts'
import { signOut } from '#session/sign-out.ts'
import { accessInfoQuery, useSwitchLogin } from '#session/switch-login.ts'
import type { IconName } from '#ui/icon/icon-paths.ts'
import { useBrand } from '#whitelabel/brand.tsx'
import { iconOf } from '../menu/item-icon.ts'
import { useOverlay } from '../open-overlay.tsx'
import { cardEntries } from './card-entries.ts'
import { codeCommands } from './code-commands.ts'
import type { Command } from './command.ts'
import { endpointEntries } from './endpoint-entries.ts'
import { screenEntries } from './screen-commands.ts'
import { SCREEN_TOPICS, SEARCH_WORDS, type Topic } from './search-words.ts'
import { JUMPS } from './shortcuts.ts'

/** Loaded when the palette first opens, and cached as long as the page: it changes with a release. */
const endpointsQuery = queryOptions({
  ...query(['catalogue'], catalogue.list, {}),
  staleTime: Number.POSITIVE_INFINITY,
})

/** All the page itself can offer: screens and their cards, functions, error codes, logins and actions. */
export function useCommands(): Command[] {
  const { t, translateProblem, language } = useI18n()
  const session = useSession()
  const user = useUser()
  const theme = useThemeChoice()
  const changeLanguage = useChooseLanguage()
  const toast = useToast({ good_ms: 1_500, error_ms: UNTIL_CLOSED })
  const overlay = useOverlay()
  const change = useSwitchLogin()
  const { chat_url, docs_url, help_link } = useBrand()
  const { data: info } = useQuery(accessInfoQuery)
  const { data: catalogue } = useQuery(endpointsQuery)
  if (!user) return []
  const attempt = (work: Promise<unknown>) => void work.catch((error: unknown) => toast.problem(error))
  const action = (id: string, icon: IconName, label: string, run: () => void, topic?: Topic): Command => ({
    id,
    group: 'actions',
    icon,
    label,
    ...(topic && { words: SEARCH_WORDS[topic] }),
    run,
  })
  const screens = screenEntries(user.modules, translateProblem).map(
    ({ id, label, url, icon, isExternal, isDeep }): Command => {
      const topic = SCREEN_TOPICS[id]
      const jump = JUMPS.find(({ path }) => path === url)
      return {
        id: `screen-${id}`,
        group: 'screens',
        icon: iconOf(icon),
        label,
        words: topic ? `${url} ${SEARCH_WORDS[topic]}` : url,
        isExternal,
        isDeep,
        ...(jump && { keys: ['G', jump.key.toUpperCase()] }),
        run: () => (isExternal ? openTab(url) : navigate(url)),
      }
    },
  )
  const cards = cardEntries(user, t).map(
    ({ to, ...found }): Command => ({
      ...found,
      id: `card-${found.id}`,
      group: 'screens',
      isDeep: true,
      run: () => navigate(to),
    }),
  )
  const endpoints = endpointEntries(
    catalogue ? usedFirst(soldFirst(catalogue), catalogue.most_used) : [],
    user.modules,
    docs_url,
    translateProblem,
  ).map(
    ({ id, url, isExternal, ...found }): Command => ({
      ...found,
      ...usedRank(catalogue?.most_used, id),
      id: `endpoint-${id}`,
      group: 'endpoints',
      icon: 'code',
      isExternal,
      isDeep: true,
      run: () => (isExternal ? openTab(url) : navigate(url)),
    }),
  )
  const others = info?.available_api_logins.filter((login) => login !== info.api_login) ?? []
  const logins = others.map(
    (login): Command => ({
      id: `login-${login}`,
      group: 'logins',
      icon: 'users',
      label: t('Switch to {login}', { login }),
      words: SEARCH_WORDS.login,
      run: () => change.mutate(login),
    }),
  )
  const chat: Command[] = chat_url
    ? [{ ...action('chat', 'chat', t('AI Chat'), () => openTab(chat_url)), group: 'screens', isExternal: true }]
    : []
  const copyLogin = info
    ? [
        action('copy-login', 'copy', t('Copy the API login'), () => {
          attempt(navigator.clipboard.writeText(info.api_login).then(() => toast.good('Copied')))
        }),
      ]
    : []
  const looks = theme.options
    .filter(({ value }) => value !== theme.view)
    .map(({ value, label }) =>
      action(
        `theme-${value}`,
        value === 'dark' ? 'moon' : value === 'light' ? 'sun' : 'monitor',
        `${t('Theme')}: ${label}`,
        () => attempt(theme.choose(value)),
        'theme',
      ),
    )
  const tongues = LANGUAGES.filter((code) => code !== language).map((code) =>
    action(
      `language-${code}`,
      'globe',
      `${t('Language')}: ${LANGUAGE_NAMES[code]}`,
      () => attempt(changeLanguage(code)),
      'language',
    ),
  )
  return [
    ...screens,
    ...cards,
    ...chat,
    ...codeCommands(user, t),
    ...endpoints,
    ...logins,
    ...copyLogin,
    ...looks,
    ...tongues,
    ...(help_link ? [action('help', 'help', t('Help'), () => attempt(openHelp()), 'help')] : []),
    { ...action('shortcuts', 'bolt', t('Keyboard shortcuts'), () => overlay.open('shortcuts')), keys: ['?'] },
    action('sign-out', 'sign-out', t('Sign out'), () => attempt(signOut(session)), 'signOut'),
  ]
}

function usedRank(most_used: readonly string[] | undefined, id: string): { usedRank?: number } {
  const at = most_used?.indexOf(id) ?? -1
  return at < 0 ? {} : { usedRank: at }
}

function openTab(url: string): void {
  window.open(url, '_blank', 'noopener,noreferrer')
}
