import type { MenuItem } from '@portico/contract/menu.ts'
import { useI18n } from '#i18n/i18n.tsx'
import { locationOf } from '#lib/location.ts'
import { paths } from '#lib/paths.ts'
import { useUser } from '#session/session.ts'

/** The text of a link back to an address, with the menu's name for its screen. */
export function useBackText(): (to: string) => string {
  const { t, translateProblem } = useI18n()
  const user = useUser()
  return (to) => t('Back to {screen}', { screen: screenName(to) })

  function screenName(to: string): string {
    const { path } = locationOf(to)
    if (path.startsWith(paths.payments)) return t('Payments')
    const items = user ? [...user.modules.main, ...user.modules.nav_bar] : []
    const item = shortest(items.flatMap(withSubmodules).filter(({ url }) => url !== null && covers(url, path)))
    return item ? translateProblem(item.label) : t('where you were')
  }
}

function withSubmodules(item: MenuItem): MenuItem[] {
  return [item, ...item.submodules_options.flatMap(withSubmodules)]
}

function covers(url: string, path: string): boolean {
  return path === url || path.startsWith(`${url}/`)
}

/** The screen itself before one of its sections: `API Playground`, whatever is open in it. */
function shortest(items: MenuItem[]): MenuItem | undefined {
  return items.toSorted((a, b) => (a.url?.length ?? 0) - (b.url?.length ?? 0))[0]
}
