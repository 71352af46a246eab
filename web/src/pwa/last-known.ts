import type { Boot } from '@portico/contract/boot.ts'
import { LANGUAGE_FIELD, languageOfField } from '@portico/contract/language.ts'
import { NO_SCRIPTS } from '@portico/contract/script-settings.ts'
import type { User } from '@portico/contract/user.ts'
import { forget, type LastKnown, recall, remember } from '#lib/storage.ts'
import type { Session } from '#session/session.ts'

/** Remembers what the shell shows, for the time without a connection: no name, no address, no token. */
export function keepLastKnown(boot: Boot, session: Session): void {
  note(session.user())
  if (boot.credits) remember('last_balance_micros', boot.credits.balance_micros)
  session.subscribe((event) => {
    // The balance of the previous user is not this user's.
    if (event === 'began') forget('last_balance_micros')
    note(session.user())
  })
}

function note(user: User | null): void {
  if (user) remember('last_known', shownOf(user))
  else for (const name of ['last_known', 'last_balance_micros'] as const) forget(name)
}

function shownOf({ modules, theme_view, language }: User): LastKnown {
  return { modules, theme_view, language: languageOfField(language) }
}

/** The document without a user, filled with what this browser remembers. */
export function recallBoot(empty: Boot): Boot {
  // A page view without a connection is reported to no script.
  const boot = { ...empty, scripts: NO_SCRIPTS }
  const known = recall('last_known')
  return known ? fillBoot(boot, known, recall('last_balance_micros')) : boot
}

export function fillBoot(boot: Boot, known: LastKnown, balance_micros: number | undefined): Boot {
  const { language, theme_view } = known
  const credits =
    balance_micros === undefined ? null : { balance: balance_micros / 1_000_000, balance_micros, trial: null }
  return { ...boot, language, theme_view, credits, user: someone(known) }
}

/** A user of whom only the menu and the habits are known. */
function someone({ modules, theme_view, language }: LastKnown): User {
  return {
    id: 0,
    name: '',
    email: '',
    language: LANGUAGE_FIELD[language],
    created_at: '',
    created_on: '',
    last_login: null,
    domain: '',
    parent_id: 0,
    wl_theme: null,
    wl_id: 0,
    settings: { country: null, time_zone: null },
    show_app: true,
    show_link_to_old_version: false,
    intercom_hash: null,
    intercom_token: null,
    userImg: null,
    userMenu: modules.nav_bar,
    theme_view,
    first_visit: false,
    first_available_path: '',
    is_registration: false,
    api_login: '',
    role: 'viewer',
    by_sso: false,
    needs_factor: false,
    closes_at: null,
    modules,
  }
}
