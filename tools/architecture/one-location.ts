import { checkRules, product, type Rule } from './rule.ts'
import type { Source } from './tree.ts'

/** APIs that only one file or folder may use. */
const rules: Rule[] = [
  {
    what: 'process.env is read in env.ts',
    words: /^member process\.env$|^import (node:)?process$/,
    within: product,
    except: [
      'server/src/env/env.ts',
      'server/src/testing/db/server.ts',
      'server/src/testing/server-host.ts',
      'web/build/**',
      'web/vite.config.ts',
    ],
    tests: 'bound',
  },
  {
    what: 'SQL is written in store.ts',
    words:
      /^tag sql$|^call sql\.|^call \S*\.(query|selectFrom|insertInto|updateTable|deleteFrom|mergeInto|executeQuery)$/,
    within: ['server/src/**'],
    except: ['server/src/db/**', 'server/src/**/store.ts', 'server/src/**/*-store.ts'],
    tests: 'free',
  },
  {
    what: 'the server calls others from integrations/',
    words: /^call ((globalThis|global)\.)?fetch$|^import undici(\/|$)/,
    within: ['server/src/**'],
    except: ['server/src/integrations/**'],
    tests: 'free',
  },
  {
    what: 'the web calls the server from lib/api.ts',
    words: /^call ((globalThis|window|self)\.)?fetch$|^new XMLHttpRequest/,
    within: ['web/src/**'],
    except: ['web/src/lib/api.ts'],
    tests: 'free',
  },
  {
    what: 'storage is reached through lib/storage.ts',
    words: /^name (local|session)Storage$/,
    within: ['web/src/**'],
    except: ['web/src/lib/storage.ts'],
    tests: 'free',
  },
  {
    what: 'cookies are reached through lib/cookies.ts',
    words: /^member (\S*\.)?document\.cookie$|^name cookieStore$/,
    within: ['web/src/**'],
    except: ['web/src/lib/cookies.ts'],
    tests: 'free',
  },
  {
    what: 'vendor globals are touched in scripts/',
    words: /^name (gtag|dataLayer|fbq|Intercom|intercomSettings|OneSignal|grecaptcha|hj)$/,
    within: ['web/src/**'],
    except: ['web/src/scripts/**'],
    tests: 'free',
  },
  {
    what: 'permissions are defined in contract/src/permissions.ts: use may(role, action)',
    words: /^(listed|compared|quoted) (owner|admin|developer|finance|viewer)$/,
    within: product,
    except: [
      'contract/src/permissions.ts',
      'contract/src/role.ts',
      'contract/src/staff-permissions.ts',
      'server/src/db/tables.ts',
    ],
    tests: 'free',
  },
  {
    what: 'days and times are formatted in i18n/time-texts.ts: use useTimes()',
    words: /^(call|new|member) (\S*\.)?Intl\.DateTimeFormat\b|^call \S*\.toLocale(Date|Time)?String$|^call moments$/,
    within: ['web/src/**'],
    // Ranges of UTC days belong to the UI kit, which has no session.
    except: ['web/src/i18n/**', 'web/src/ui/text/utc-days.ts', 'web/src/screens/development/**'],
    tests: 'free',
  },
  {
    what: 'time comes from ctx.clock',
    words: /^call Date(\.now)?$|^new Date\(\)$/,
    within: ['server/src/**'],
    except: ['server/src/start/start.ts', 'server/src/ctx/ctx.ts', 'server/src/db/**', 'server/src/http/**'],
    tests: 'free',
  },
]

export function checkOneLocation(sources: Source[]): string[] {
  return checkRules(rules, sources)
}
