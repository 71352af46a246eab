// `npm run release`: a folder and an archive that run with what is in them, without development packages, TypeScript or a build.
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { root, say, seconds } from './ready/place.mjs'
import { buildWebIfStale } from './ready/web.mjs'
import { builtPackages } from './release/built-packages.ts'
import { landMigrations } from './release/land-migrations.ts'
import { copyProduction } from './release/production-packages.ts'

const since = performance.now()
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const name = `portico-${version}`
const target = join(root, '.cache', 'release', name)
rmSync(target, { recursive: true, force: true })
mkdirSync(target, { recursive: true })

buildWebIfStale()
const landed = landMigrations(join(root, 'server/src/db/migrations'))
if (landed > 0) say(`${landed} migrations have landed with this release: commit server/src/db/migrations/landed.txt`)
builtPackages(root, target)
cpSync(join(root, 'web/dist'), join(target, 'web/dist'), { recursive: true })
rmSync(join(target, 'web/dist/maps'), { recursive: true, force: true })
for (const folder of ['provider', 'deploy', 'docs'])
  cpSync(join(root, folder), join(target, folder), { recursive: true })
for (const file of ['README.md', 'CHANGELOG.md', 'LICENSE']) cpSync(join(root, file), join(target, file))
const packages = copyProduction(root, target)
const { license, description } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
writeFileSync(
  join(target, 'package.json'),
  JSON.stringify({ name: 'portico', version, private: true, description, license, type: 'module' }, null, 2),
)
cpSync(join(root, 'deploy/bin'), join(target, 'bin'), { recursive: true })

const archive = `${target}.tar.gz`
const packed = spawnSync('tar', ['-czf', archive, '-C', join(target, '..'), name])
if (packed.status !== 0) throw new Error(`tar failed: ${packed.stderr}`)
const megabytes = (statSync(archive).size / 1024 / 1024).toFixed(0)
say(`${relative(root, archive)}: ${megabytes} MB, ${packages} packages (${seconds(since)})`)
