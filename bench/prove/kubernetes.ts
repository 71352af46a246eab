// The manifests in deploy/kubernetes are valid by the schemas of Kubernetes and of the Prometheus operator. Both packages are fetched for the
// run, and are no dependencies. There is no cluster here: whether the pods run is not tried.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseAllDocuments } from 'yaml'
import { root } from '../../tools/ready/folders.mjs'

const PACKAGES = ['kubernetes-models@5.1.0', '@kubernetes-models/prometheus-operator@6.0.0']
const CACHE = join(root, '.cache/kubernetes')
const FOLDER = join(root, 'deploy/kubernetes')

interface Manifest {
  apiVersion: string
  kind: string
  metadata: { name: string }
}
type Model = new (manifest: Manifest) => { validate(): void }

function fetchModels(): void {
  if (existsSync(join(CACHE, 'node_modules/@kubernetes-models/prometheus-operator'))) return
  mkdirSync(CACHE, { recursive: true })
  writeFileSync(join(CACHE, 'package.json'), '{ "private": true }')
  const { status } = spawnSync('npm', ['install', '--no-audit', '--no-fund', ...PACKAGES], {
    cwd: CACHE,
    stdio: 'inherit',
  })
  if (status !== 0) throw new Error(`${PACKAGES.join(' and ')} could not be fetched`)
}

/** The class of one kind, such as `apps/v1/Deployment` of Kubernetes' own. */
async function modelOf({ apiVersion, kind }: Manifest): Promise<Model> {
  const packages = ['kubernetes-models', '@kubernetes-models/prometheus-operator']
  const file = packages
    .map((name) => join(CACHE, 'node_modules', name, apiVersion, `${kind}.js`))
    .find((location) => existsSync(location))
  if (!file) throw new Error(`no schema for ${apiVersion} ${kind}`)
  return (await import(pathToFileURL(file).href))[kind]
}

async function faultOf(manifest: Manifest): Promise<string | undefined> {
  try {
    ;new (await modelOf(manifest))(manifest).validate()
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

fetchModels()
// kustomization.yaml is read by the client alone and has no schema in Kubernetes.
const files = readdirSync(FOLDER).filter((name) => name.endsWith('.yaml') && name !== 'kustomization.yaml')
const failures: string[] = []
for (const file of files)
  for (const document of parseAllDocuments(readFileSync(join(FOLDER, file), 'utf8'))) {
    const manifest: Manifest = document.toJS()
    const fault = await faultOf(manifest)
    console.log(`${fault ? '✗' : '✓'} ${file}: ${manifest.kind} ${manifest.metadata.name}${fault ? `: ${fault}` : ''}`)
    if (fault) failures.push(file)
  }
// A proof that accepts anything proves nothing.
const wrong = await faultOf({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'x' },
  spec: { replicas: 'two' },
} as Manifest)
console.log(`${wrong ? '✓' : '✗'} a wrong manifest is refused`)
if (failures.length > 0 || !wrong) process.exitCode = 1
