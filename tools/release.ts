// `npm run release`: a folder and an archive that run with what is in them, without development packages, TypeScript or a build.
// `npm run release -- draft` to look at one: migrations that are new may still change.
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { bundleRenderer, bundleServer } from './bundle/bundle-server.ts'
import { licensesOf } from './bundle/licenses.ts'
import { print, root, seconds } from './ready/folders.mjs'
import { buildWebIfStale } from './ready/web.mjs'
import { copyExternal } from './release/external-packages.ts'
import { copyFilesBeside } from './release/files-beside.ts'
import { landMigrations } from './release/land-migrations.ts'
import { makeReadable } from './release/readable.ts'
import { sourcesOfPage } from './release/sources-of-page.ts'

const since = performance.now()
const { version, license, description } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const name = `portico-${version}`
const target = join(root, '.cache', 'release', name)
rmSync(target, { recursive: true, force: true })
mkdirSync(target, { recursive: true })

buildWebIfStale()
const is_draft = process.argv[2] === 'draft'
const landed = is_draft ? 0 : landMigrations(join(root, 'server/src/db/migrations'))
if (landed > 0) print(`${landed} migrations have landed with this release: commit server/src/db/migrations/landed.txt`)
cpSync(join(root, 'web/dist'), join(target, 'web/dist'), { recursive: true })
for (const folder of ['maps', 'server']) rmSync(join(target, 'web/dist', folder), { recursive: true, force: true })
const server = await bundleServer({ root, out: join(target, 'server/dist'), home: target })
const renderer = await bundleRenderer(root, join(target, 'web/dist/server'))
const licenses = licensesOf([...[...server, ...renderer].flatMap(({ sources }) => sources), ...sourcesOfPage(root)])
writeFileSync(join(target, 'third-party-licenses.txt'), licenses.text)
copyFilesBeside(root, target)
for (const folder of ['provider', 'deploy', 'docs'])
  cpSync(join(root, folder), join(target, folder), { recursive: true })
for (const file of ['README.md', 'CHANGELOG.md', 'LICENSE', 'SECURITY.md']) cpSync(join(root, file), join(target, file))
const packages = copyExternal(root, target)
writeFileSync(
  join(target, 'package.json'),
  JSON.stringify({ name: 'portico', version, private: true, description, license, type: 'module' }, null, 2),
)
cpSync(join(root, 'deploy/bin'), join(target, 'bin'), { recursive: true })
makeReadable(target)

const archive = `${target}.tar.gz`
const packed = spawnSync('tar', ['-czf', archive, '-C', join(target, '..'), name])
if (packed.status !== 0) throw new Error(`tar failed: ${packed.stderr}`)
const megabytes = (statSync(archive).size / 1024 / 1024).toFixed(0)
print(
  `${relative(root, archive)}: ${megabytes} MB, ${licenses.packages} packages bundled, ${packages} beside (${seconds(since)})`,
)
