import type { Plugin } from 'vite'

/** The page itself, and the few bytes every screen the compiler has seen asks for. */
const ENTRY = /\/web\/src\/main\.tsx$|\/(react-)?compiler-runtime[\w.]*$/
const SHELL = /\/web\/src\/shell\/shell\.tsx$/
const SIGN_IN = screens('auth')
const HOME = screens('dashboard')
const OTHERS = screens('(?!auth/)[\\w-]+')
/** Screens without the shell around them; one that is missing here loads more than it needs, no worse. */
const OPEN = screens(
  'activate|auth|forgot-password|link-sign-in|not-found|offline|resend-activation|reset-password|third-party|unsubscribe',
)
/** What checks a form: zod, the halves of the contract that need it, and what only forms use. */
const CHECKS = /\/node_modules\/zod\/|\?schemas$|\/web\/src\/session\/use-inline-form\.ts$/
const CONTRACT = /\/contract\/src\//
/** Parts nearly every signed-in screen begins with. */
const ON_EVERY_SCREEN = /\/web\/src\/ui\/(badge|card|checkbox|empty|field|load-error|page-header|skeleton)\./

/** Small parts several screens share: in one file, because twenty of half a kilobyte cost more to ask for than to bring. */
const KIT = /\/web\/src\/(lib|session|ui)\/(?!combobox|date-range|json-view)[\w-]+\.(tsx?|module\.css)$/
const TABLES = /\/web\/src\/ui\/table\/(?!virtual|row-window)/

function screens(names: string): RegExp {
  return new RegExp(`/web/src/screens/(${names})/screen\\.tsx$`)
}

/**
 * Which file a module travels in. `main`: what the entry needs, what visitors and customers both need at first, and the
 * styles of open screens, which the server writes into their page. `forms`: schemas, and what else the sign-in shares with
 * other screens. `open`: what open screens share. `shell`: what it and the first screen in it need. The rest goes by who
 * shares it.
 */
export function planChunks() {
  const imports = new Map<string, readonly string[]>()
  const plugin: Plugin = {
    name: 'plan-chunks',
    moduleParsed({ id, importedIds }) {
      imports.set(id, importedIds)
    },
  }
  const initial = neededBy(imports, ENTRY)
  const shell = neededBy(imports, SHELL)
  // The contract's own imports are for schemas, which the screen does not make.
  const home = neededBy(imports, HOME, CONTRACT)
  const open = neededBy(imports, OPEN)
  const signIn = neededBy(imports, SIGN_IN)
  const others = neededBy(imports, OTHERS)
  const first: Test = (id) => shell(id) || (home(id) && !id.includes('/screens/')) || ON_EVERY_SCREEN.test(id)
  const main: Test = (id) =>
    !CHECKS.test(id) && (ENTRY.test(id) || initial(id) || (open(id) && (first(id) || id.endsWith('.css'))))
  const forms: Test = (id) => CHECKS.test(id) || (signIn(id) && others(id))
  const groups = [
    // Without what they import: that has been placed by these same rules, except schemas the main file must not follow.
    { name: 'main', test: main, priority: 5, includeDependenciesRecursively: false },
    { name: 'forms', test: forms, priority: 4, includeDependenciesRecursively: false },
    { name: 'open', test: (id: string) => open(id) && !id.includes('/screens/'), priority: 3 },
    { name: 'shell', test: first, priority: 2, includeDependenciesRecursively: false },
    { name: 'tables', test: TABLES, minShareCount: 2, priority: 1 },
    { name: 'kit', test: KIT, minShareCount: 3, priority: 1 },
    { name: 'parts', test: /\/(web\/src|node_modules)\//, minShareCount: 2, entriesAware: true, priority: 0 },
  ]
  return { plugin, groups }
}

type Test = (id: string) => boolean

type Imports = ReadonlyMap<string, readonly string[]>

/** Whether a module is imported, at any distance, by one of those that `starts` names; what `ends` names is not followed. */
export function neededBy(imports: Imports, starts: RegExp, ends = /^$/): Test {
  let needed: Set<string> | undefined
  return (id) => {
    needed ??= follow(imports, starts, ends)
    return needed.has(id)
  }
}

function follow(imports: Imports, starts: RegExp, ends: RegExp): Set<string> {
  const found = new Set<string>()
  const waiting = [...imports.keys()].filter((id) => starts.test(id))
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop())
    for (const next of imports.get(id) ?? []) {
      if (found.has(next)) continue
      found.add(next)
      if (!ends.test(next)) waiting.push(next)
    }
  return found
}
