import type { Plugin, Rolldown } from 'vite'
import { nameSources } from './name-sources.ts'

type Group = NonNullable<Exclude<Rolldown.OutputOptions['codeSplitting'], boolean | undefined>['groups']>[number]

const CONSOLE = /\/web\/src\/operator\.tsx$/
const MAIN = /\/web\/src\/main\.tsx$/
const SHELL = /\/web\/src\/shell\/shell\.tsx$/
const DASHBOARD = /\/web\/src\/screens\/dashboard\/screen\.tsx$/
const DASHBOARD_STYLE = /\/web\/src\/screens\/dashboard\/dashboard\.module\.css/
/** Small parts that every page loads once it is painted, and those of the shell, which public pages must not bring. */
const AFTER_PAINT = /\/web\/src\/(app\/rescue|pwa\/(caches|last-known|may-register|register|until-online|update))\./
const SHELL_AFTER_PAINT = /\/web\/src\/(lib\/live-stream|step-up\/proof-dialog|shell\/menu\/menu-drawer)\./
const SIGN_IN = /\/web\/src\/screens\/auth\/screen\.tsx$/
const PUBLIC =
  /\/web\/src\/screens\/(activate|auth|forgot-password|link-sign-in|not-found|oauth-callback|resend-activation|reset-password|restore-email|unsubscribe)\/screen\.tsx$/
const OTHER_PUBLIC = new RegExp(PUBLIC.source.replace('auth|', ''))
const OTHER_SCREENS = /\/web\/src\/screens\/(?!auth|dashboard).+\/screen\.tsx$/

/** Small parts of nearly every screen, public or not. */
const EVERYWHERE =
  /\/web\/src\/(ui\/input\/(field|checkbox)\.|i18n\/rich\.|forms\/field-message\.|pwa\/update-store\.)|\/contract\/src\/(join-team|role)\./
/** Parts nearly every signed-in screen begins with, and the endpoints of payments, which several chunks share. */
const ON_EVERY_SCREEN =
  /\/web\/src\/ui\/show\/(badge|card|empty|load-error|page-header|skeleton)\.|\/contract\/src\/payments\./
/** Parts of some public screens and of the profile, which needs nothing else of those. */
const PROFILE_TOO =
  /\/web\/src\/(ui\/input\/strength-meter|lib\/(password-strength|weak-words)|public-pages\/services)\.|\/contract\/src\/change-email\./
/** Modules that one public screen shares with many others; neither kind loads what only the other needs. */
const SWITCH = /\/web\/src\/(ui\/input\/switch|forms\/preference-switches)\./
/** The validation of forms with the schema library; a page without a form does not start with it. */
const FORMS =
  /\/node_modules\/zod\/|\/contract\/src\/(form-fields|limit-field)\.ts$|\/web\/src\/(lib\/(form|new-password)|forms\/use-inline-form)\.ts$/
/** The shell imports the library through its only entry point and would carry what it never calls. */
const LATER = /\/@tanstack\/.*\/(useInfiniteQuery|infiniteQueryObserver|infiniteQueryOptions)\.js$/
const COMBOBOX = /\/node_modules\/(@base-ui|@floating-ui|use-sync-external-store)\/|\/web\/src\/ui\/input\/combobox/
/** The shape of a chart to come is drawn without the charts, by parts of nearly every screen. */
const CHART_SKELETON = /\/web\/src\/ui\/chart\/chart(-skeleton|\.module)\./
/** Small styles that come with the kit's: a request costs more than their bytes. */
const LATER_STYLES =
  /\/web\/src\/(traffic|money\/(subscriptions|auto-recharge)|ui\/input\/date-range|screens\/dashboard).*\.module\.css/
const CHART = /\/web\/src\/ui\/chart\/|\/node_modules\/d3-/
const ROWS = /\/web\/src\/ui\/table\/(virtual|row-window)|\/node_modules\/@tanstack\/[^/]*virtual/
const TABLE = /\/web\/src\/ui\/table\/(?!virtual|row-window)/
/** The log of an account, in cards that come after what is seen first. */
const ACTIVITY = /\/web\/src\/activity\//
/** Shared by the pages where money comes in, and by no others. */
const MONEY =
  /\/web\/src\/(screens\/payments\/|step-up\/sign-in-password-field\.)|\/contract\/src\/(billing|promo|test-processor)\./
/** A form of one page: the parts of many screens must not bring it. */
const ONE_FORM = /\/contract\/src\/(billing-details|countries)\.|\/web\/src\/money\/billing-details\/details-fields\./
/** Asking again who it is, in dialogs that are opened by a press. */
const STEP_UP =
  /\/web\/src\/(step-up\/(sign-in-password-field|passkey|passkey-instead|sso-instead|sso-tabs)|public-pages\/(code-form|finish-sign-in)|ui\/input\/code-field)\.|\/contract\/src\/(two-factor|change-email|passkeys)\./
/** Shared by the pages of subscriptions and payments. */
const SUBSCRIPTIONS =
  /\/web\/src\/money\/(subscriptions|auto-recharge)\/|\/web\/src\/money\/go-to-pay\.|\/contract\/src\/(subscriptions|recharge)\./
/** Cards that save automatically, on the few screens that have them. */
const CARD_FORMS = /\/web\/src\/forms\/(save-actions|use-following|use-saved-form)\./
/** Shared by the screens about calls, and with the kit, as it weighs less than a request. The colours of charts go with the kit, as the charts themselves come later; other screens have filters too. */
const TRAFFIC =
  /\/web\/src\/(account-states\/time-left\.|traffic\/(?!chart-tones|filters\/|answers\/|compare\/)|ui\/input\/date-range)/
/** Amounts that are typed, and what limits are set for: in dialogs and cards of few screens. */
const AMOUNTS =
  /\/web\/src\/money\/(currency-sign|money-field|typed-amount)\.|\/contract\/src\/(parse-amount|spend-scopes)\./
/**
 * Modules of one screen and its lazy parts, or loaded after a press together with the forms; other screens must not
 * load them.
 */
const NOT_IN_KIT =
  /\/web\/src\/(step-up\/(ask-sign-in-password|passkey-name-field|sign-in-proof|device-name|go-to-sso)\.|money\/(currency-sign\.|money-field\.|typed-amount\.|billing-details\/)|session\/(keep-account|role-note)\.|forms\/(form-dialog|preference-switches|use-saved-form|use-following|save-actions)\.|page\/search-dialog\.|(code-samples|account-states)\/)|\/web\/src\/(ui\/(input\/(text-area|date-range)|show\/empty-line)|lib\/(find-by-words|prefix-distance|function-words|playground-address))\.|\/contract\/src\/(alert|budget|inbox|closing|data-export|database|device|sso|audit-actions|security-log|playground|conceal|parse-amount|plain-|catalogue\.|price|tariff|request-address|body-parts|check-|form-choice|merge-schemas|task-bounds|spend-scopes|code-|live\.)/
const KIT =
  /\/web\/src\/(ui\/(?!chart\/|table\/)|(forms|session|page|step-up|code-samples|money|activity|account-states|public-pages)\/|traffic\/chart-tones|attribution\/came-from\.|lib\/)|\/contract\/src\//

/**
 * Assigns modules to chunks: few files per page, and none with much that the page does not need. There is one for every
 * page, one for the shell and one for forms; the rest goes by the screens that share it. `bench/` and the build's
 * budgets measure the cost.
 */
export function chunks(): { plugin: Plugin; groups: Group[]; ofConsole: Group[] } {
  const imports = new Map<string, readonly string[]>()
  const known = new Map<RegExp, ReadonlySet<string>>()

  /** True when a module is imported statically by one of these. */
  const comesWith = (from: RegExp, id: string): boolean => {
    const found = known.get(from) ?? follow(from)
    return found.has(id)
  }
  const follow = (from: RegExp): ReadonlySet<string> => {
    const found = new Set<string>()
    const add = (id: string) => {
      if (found.has(id)) return
      found.add(id)
      for (const next of imports.get(id) ?? []) add(next)
    }
    for (const [id, nexts] of imports) if (from.test(id)) nexts.forEach(add)
    known.set(from, found)
    return found
  }
  const isForEverybody = (id: string) =>
    !FORMS.test(id) &&
    (MAIN.test(id) || comesWith(MAIN, id) || EVERYWHERE.test(id) || (comesWith(SHELL, id) && comesWith(PUBLIC, id)))

  const groups: Group[] = [
    // Their imports are left out: the module of an endpoint names the schema library even where nothing of it remains.
    { name: 'core', test: isForEverybody, includeDependenciesRecursively: false },
    { name: 'forms', test: (id) => FORMS.test(id) || (comesWith(SIGN_IN, id) && comesWith(OTHER_SCREENS, id)) },
    {
      name: 'shell',
      test: (id) =>
        ((SHELL.test(id) || comesWith(SHELL, id) || (comesWith(DASHBOARD, id) && comesWith(OTHER_SCREENS, id))) &&
          !LATER.test(id)) ||
        ON_EVERY_SCREEN.test(id) ||
        DASHBOARD_STYLE.test(id),
      includeDependenciesRecursively: false,
    },
    { name: 'after-paint', test: AFTER_PAINT, includeDependenciesRecursively: false },
    { name: 'shell-after-paint', test: SHELL_AFTER_PAINT, includeDependenciesRecursively: false },
    { name: 'switch', test: SWITCH, minShareCount: 2, includeDependenciesRecursively: false },
    { name: 'profile-too', test: (id) => PROFILE_TOO.test(id), minShareCount: 2 },
    { name: 'public', test: (id) => comesWith(OTHER_PUBLIC, id), minShareCount: 2 },
    { name: 'combobox', test: COMBOBOX, minShareCount: 2 },
    { name: 'activity', test: ACTIVITY, minShareCount: 2, includeDependenciesRecursively: false },
    { name: 'pages', test: LATER, minShareCount: 2, includeDependenciesRecursively: false },
    { name: 'billing-form', test: ONE_FORM, includeDependenciesRecursively: false },
    {
      name: 'subscriptions',
      test: (id) => SUBSCRIPTIONS.test(id) && !LATER_STYLES.test(id),
      minShareCount: 2,
      includeDependenciesRecursively: false,
    },
    { name: 'money', test: MONEY, minShareCount: 2, includeDependenciesRecursively: false },
    { name: 'step-up', test: STEP_UP, minShareCount: 2, includeDependenciesRecursively: false },
    { name: 'card-forms', test: CARD_FORMS, minShareCount: 2, includeDependenciesRecursively: false },
    { name: 'amounts', test: AMOUNTS, minShareCount: 2, includeDependenciesRecursively: false },
    {
      name: 'kit',
      test: (id) =>
        CHART_SKELETON.test(id) || LATER_STYLES.test(id) || TRAFFIC.test(id) || (KIT.test(id) && !NOT_IN_KIT.test(id)),
      minShareCount: 2,
    },
    { name: 'table', test: TABLE, minShareCount: 2 },
    { name: 'rows', test: ROWS },
    { name: 'chart', test: CHART, minShareCount: 2 },
  ]
  return {
    plugin: {
      name: 'chunks',
      moduleParsed({ id, importedIds }) {
        imports.set(id, importedIds)
      },
      writeBundle({ dir }, bundle) {
        if (dir)
          nameSources(dir, Object.values(bundle), (id) => (this.getModuleInfo(id)?.dynamicImporters.length ?? 0) > 0)
      },
    },
    // One file for the console's first view and one of what most of its screens need; the screens are loaded when they are opened.
    ofConsole: [
      { name: 'first', test: (id) => comesWith(CONSOLE, id), priority: 1 },
      { name: 'shared', test: /./, minShareCount: 4, includeDependenciesRecursively: false },
    ],
    groups: groups.map((group, at) => ({ ...group, priority: groups.length - at })),
  }
}
