// Long proofs, not in `npm test`: `npm run prove` runs all, `npm run prove -- crash 10` one of them with its own arguments.
import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'

const folder = join(import.meta.dirname, 'prove')
const proofs = readdirSync(folder).map((file) => file.replace(/\.ts$/, ''))
const [requested, ...args] = process.argv.slice(2)

if (requested !== undefined && !proofs.includes(requested)) {
  console.error(`unknown proof ${requested}; known: ${proofs.join(', ')}`)
  process.exitCode = 2
} else {
  const failed = (requested === undefined ? proofs : [requested]).filter((name) => !holds(name))
  console.log(failed.length > 0 ? `failed: ${failed.join(', ')}` : 'every proof holds')
  process.exitCode = failed.length > 0 ? 1 : 0
}

function holds(name: string): boolean {
  console.log(`— ${name}`)
  return spawnSync(process.execPath, [join(folder, `${name}.ts`), ...args], { stdio: 'inherit' }).status === 0
}
