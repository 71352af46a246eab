import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { startProblem } from '#db/start-problem.ts'

export const MANIFEST = 'manifest.json'
/** Changes when an older Portico could not read it. */
export const FORMAT = 1

const manifest = z.object({
  format: z.literal(FORMAT),
  portico: z.string(),
  taken_at: z.string(),
  migrations: z.array(z.object({ number: z.int(), name: z.string(), sha256: z.string() })),
  tables: z.array(
    z.object({ name: z.string(), columns: z.array(z.string()), rows: z.int(), bytes: z.int(), sha256: z.string() }),
  ),
  sequences: z.array(
    z.object({ table: z.string(), column: z.string(), last_value: z.string(), is_called: z.boolean() }),
  ),
  partitions: z.array(z.object({ table: z.string(), day: z.string() })),
  files: z.int(),
})
export type Manifest = z.infer<typeof manifest>

export const tableFile = (name: string) => `${name}.copy.gz`

export function readManifest(folder: string): Manifest {
  const file = join(folder, MANIFEST)
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch {
    throw startProblem(`${folder} is no backup: there is no ${MANIFEST} in it.`)
  }
  const parsed = manifest.safeParse(JSON.parse(text))
  if (parsed.success) return parsed.data
  throw startProblem(`${file} is damaged, or of a newer Portico: ${parsed.error.issues[0]?.path.join('.')}.`)
}
