import { findCycles } from './cycles.ts'
import { floorsOf } from './floors.ts'
import { type Import, importsOf } from './imports.ts'
import { at, isTest, isTesting, type Source } from './tree.ts'

// The allowed imports, as data. An area is a file or a folder directly under src; every screen is an area of its own.
const serverBase = ['ctx', 'env', 'i18n', 'crypto', 'files', 'version', 'log', 'db', 'http', 'integrations']
const serverTop = ['app', 'main', 'jobs', 'start', 'product-metrics', 'payment-listeners', 'operator']
const webLayers = [
  ['lib'],
  ['ui'],
  ['i18n', 'theme', 'whitelabel', 'attribution', 'scripts', 'pwa', 'forms', 'session'],
  ['page', 'step-up', 'traffic', 'code-samples'],
  ['money', 'activity', 'account-states', 'public-pages'],
  ['shell', 'screens'],
  ['app', 'main', 'render', 'operator'],
]
/** The folders of the gateway, lowest first: wire format, records of a call, admission and tasks, charging. */
const gatewayLayers = [['wire'], ['record'], ['admit', 'plain', 'tasks', 'webhooks'], ['charge', 'free']]
/** Files that know the product: `ui` must not import them, so that it would work in any other product. */
const productFiles = /^contract\/|^web\/src\/lib\/(paths|api)\.ts$/
/** The files other modules may import, and those the top may import to mount handlers and routes. */
const entries = { module: /\/index\.ts$/, top: /\/(index|handlers|http|\w+-routes)\.ts$/ }
const contractPackages = /^zod(\/|$)/
const testPackages = /^(vitest|fast-check)(\/|$)/

export function checkArchitecture(sources: Source[]): string[] {
  const imports = sources.filter(({ path }) => /^(contract|server|web)\/src\//.test(path)).flatMap(importsOf)
  const shipped = imports.filter(({ from }) => !isTest(from))
  return [
    ...imports.flatMap((one) => report(one, packageFault(one))),
    ...shipped.flatMap((one) => report(one, styleFault(one) ?? serverFault(one) ?? gatewayFault(one) ?? webFault(one))),
    ...findCycles(shipped.flatMap(({ from, file }) => (file ? [[from.path, file]] : []))),
    ...findCycles(shipped.flatMap(({ from, file }) => (file ? [[area(from.path), area(file)]] : []))),
  ]
}

/** The floor of each server module: one above the highest module it imports. Base and top are left out. */
export function moduleFloors(sources: Source[]): Map<string, number> {
  return floorsOf(serverEdges(sources).filter(([from, to]) => kind(from) === 'module' && kind(to) === 'module'))
}

/** The floor of each file and folder directly under server/src, base and top included. */
export function serverFloors(sources: Source[]): Map<string, number> {
  return floorsOf(serverEdges(sources))
}

function serverEdges(sources: Source[]): (readonly [from: string, to: string])[] {
  return sources
    .filter((source) => source.path.startsWith('server/src/') && !isTest(source))
    .flatMap(importsOf)
    .flatMap(({ from, file }) => (file?.startsWith('server/') ? [[area(from.path), area(file)] as const] : []))
    .filter(([from, to]) => from !== to)
}

function report({ from, start, specifier }: Import, fault: string | undefined): string[] {
  return fault ? [`${at(from, start)} imports ${specifier}: ${fault}`] : []
}

/** Such as `server/usage`, `server/ctx`, `web/screens/usage`, `contract`. */
function area(path: string): string {
  const [pack = '', , first = '', second] = path.split('/')
  if (pack === 'contract') return pack
  if (pack === 'web' && first === 'screens' && second) return `web/screens/${second}`
  return `${pack}/${first.replace(/\..*$/, '')}`
}

function packageFault({ from, specifier, file }: Import): string | undefined {
  const [own = ''] = from.path.split('/')
  const isTestPackage = isTest(from) && testPackages.test(specifier)
  if (!file) {
    if (/^@portico\/(server|web)$/.test(specifier)) return 'server and web do not import each other'
    if (own === 'contract' && !contractPackages.test(specifier) && !isTestPackage) return 'contract imports only zod'
    if (own === 'web' && specifier.startsWith('node:') && !isTest(from)) return 'the web has no Node'
    return undefined
  }
  const other = file.split('/')[0]
  if (other === own) return undefined
  if (own === 'contract') return 'contract imports only zod'
  if (other !== 'contract') return 'server and web do not import each other'
  return specifier.startsWith('.') ? 'the contract is imported as @portico/contract' : undefined
}

function styleFault({ from, specifier, file }: Import): string | undefined {
  if (!file || file.split('/')[0] !== from.path.split('/')[0]) return undefined
  if (file.split('/')[1] !== 'src') return /\.(json|css)$/.test(file) ? undefined : 'code outside src'
  if (isRootFile(file)) return undefined
  const isOwn = area(file) === area(from.path)
  if (specifier.startsWith('.')) return isOwn ? undefined : 'imports between modules begin with #'
  return isOwn ? 'imports inside a module are relative' : undefined
}

/** A file directly under src belongs to no module and may be imported either way. */
function isRootFile(path: string): boolean {
  return path.split('/').length === 3
}

function serverFault({ from, file }: Import): string | undefined {
  if (!from.path.startsWith('server/') || !file?.startsWith('server/')) return undefined
  if (isTesting(file)) return 'testing/ is for tests alone'
  const [own, other] = [area(from.path), area(file)]
  if (own === other || kind(other) === 'base') return undefined
  if (kind(own) === 'base') return `${serverBase.join(', ')} import no module`
  const importer = kind(own) === 'top' ? 'top' : 'module'
  if (kind(other) === 'top') return importer === 'top' ? undefined : `a module does not import ${serverTop.join(', ')}`
  if (entries[importer].test(file)) return undefined
  return `a module is imported through its index.ts${importer === 'top' ? ', or where it is mounted, handlers.ts, http.ts, …-routes.ts' : ''}`
}

function gatewayFault({ from, file }: Import): string | undefined {
  const own = gatewayLayer(from.path)
  if (own === undefined || !file) return undefined
  if (own === -1) return `${from.path} is in no folder of the gateway (tools/architecture/architecture.ts)`
  return (gatewayLayer(file) ?? -1) > own ? 'against the order of the folders of the gateway' : undefined
}

/** Undefined for a file outside the gateway or at its root. */
function gatewayLayer(path: string): number | undefined {
  const name = /^server\/src\/gateway\/([\w-]+)\//.exec(path)?.[1]
  return name === undefined ? undefined : gatewayLayers.findIndex((names) => names.includes(name))
}

function kind(location: string): 'base' | 'module' | 'top' {
  const name = location.replace('server/', '')
  if (serverBase.includes(name)) return 'base'
  return serverTop.includes(name) ? 'top' : 'module'
}

function webFault({ from, file }: Import): string | undefined {
  if (!from.path.startsWith('web/')) return undefined
  const own = layer(area(from.path))
  if (own === -1) return `${area(from.path)} is in no layer (tools/architecture/architecture.ts)`
  if (own === layer('web/ui') && file && productFiles.test(file)) return 'ui imports nothing of the product'
  if (!file?.startsWith('web/src/') || area(from.path) === area(file)) return undefined
  const other = layer(area(file))
  if (other > own) return 'against the layers'
  if (other === own && own === layer('web/screens')) return 'a screen imports no other screen and not the shell'
  return undefined
}

function layer(location: string): number {
  return webLayers.findIndex((names) => names.includes(location.split('/')[1] ?? ''))
}
