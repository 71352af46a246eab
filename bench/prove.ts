// Long proofs, outside `npm test`: `npm run prove` runs them all, `npm run prove -- crash 10` one, with its own arguments.
import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'

const folder = join(import.meta.dirname, 'prove')
const proofs = readdirSync(folder).map((file) => file.replace(/\.ts$/, ''))
const [asked, ...args] = process.argv.slice(2)

if (asked !== undefined && !proofs.includes(asked)) {
  console.error(`there is no proof ${asked}; there is ${proofs.join(', ')}`)
  process.exitCode = 2
} else {
  const failed = (asked === undefined ? proofs : [asked]).filter((name) => !holds(name))
  console.log(failed.length > 0 ? `failed: ${failed.join(', ')}` : 'every proof holds')
  process.exitCode = failed.length > 0 ? 1 : 0
}

function holds(name: string): boolean {
  console.log(`— ${name}`)
  return spawnSync(process.execPath, [join(folder, `${name}.ts`), ...args], { stdio: 'inherit' }).status === 0
}
