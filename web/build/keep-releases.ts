import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

export interface Release {
  built_at: string
  files: string[]
}

const AT_LEAST = 3
const AT_MOST = 20
const FOR_DAYS = 30
const DAY_MS = 24 * 60 * 60 * 1000
const HASHED = /-[\w-]{8}\.(js|css|woff2|svg|png)$/

/**
 * Copies the files of previous releases beside those of the new one, so that a tab which is still open on one of them
 * finds the chunks it has not loaded yet. `previous` and `next` are whole builds; next/releases.json lists what is
 * retained.
 */
export function keepReleases(previous: string, next: string, now: Date): void {
  const own = { built_at: now.toISOString(), files: hashedFiles(next) }
  const releases = releasesToKeep(own, readReleases(previous), now)
  for (const file of new Set(releases.flatMap(({ files }) => files)))
    for (const name of [`client/${file}`, `client/${file}.br`, `client/${file}.gz`, `maps/${file}.map`]) {
      const [from, to] = [join(previous, name), join(next, name)]
      if (existsSync(to) || !existsSync(from)) continue
      mkdirSync(dirname(to), { recursive: true })
      copyFileSync(from, to)
    }
  writeFileSync(join(next, 'releases.json'), JSON.stringify(releases))
}

/** The last three whatever their age, and those of the last thirty days, though a machine that builds all day keeps twenty. */
export function releasesToKeep(own: Release, former: Release[], now: Date): Release[] {
  const since = now.getTime() - FOR_DAYS * DAY_MS
  const others = former.filter(({ files }) => !isSame(files, own.files))
  return [own, ...others].slice(0, AT_MOST).filter(({ built_at }, at) => at < AT_LEAST || Date.parse(built_at) >= since)
}

/** Identical files are the same release: building the current or a previous one again adds none. */
function isSame(some: string[], others: string[]): boolean {
  return some.length === others.length && new Set([...some, ...others]).size === some.length
}

function readReleases(dist: string): Release[] {
  const list = join(dist, 'releases.json')
  if (existsSync(list)) return JSON.parse(readFileSync(list, 'utf8'))
  const files = hashedFiles(dist)
  return files.length ? [{ built_at: new Date(0).toISOString(), files }] : []
}

function hashedFiles(dist: string): string[] {
  const assets = join(dist, 'client/assets')
  if (!existsSync(assets)) return []
  return readdirSync(assets, { recursive: true, encoding: 'utf8' })
    .filter((name) => HASHED.test(name))
    .map((name) => `assets/${name}`)
    .sort()
}
