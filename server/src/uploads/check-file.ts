import { Problem } from '@portico/contract/problem.ts'
import type { UploadedFile } from '#catalogue/index.ts'

/** YAML takes a second for each megabyte, in which an instance that loads it answers nothing; JSON a tenth of it. */
const MAX_BYTES = { yaml: 2_000_000, json: 8_000_000 }
const ALL_BYTES_MAX = 16_000_000
const FILES_MAX = 40
const NAME = /^[a-z\d][\w.-]{0,99}\.(ya?ml|json)$/i

/** Refuses what would not be read at all, before anything is parsed. */
export function checkFile({ name, text }: UploadedFile): void {
  if (!NAME.test(name))
    throw refused(`${name}: a name has letters, digits, dots and dashes, and ends with .yaml, .yml or .json`)
  if (text === null) return
  const is_json = name.endsWith('.json')
  const most = is_json ? MAX_BYTES.json : MAX_BYTES.yaml
  const bytes = Buffer.byteLength(text)
  if (bytes > most) {
    const hint = is_json ? '' : '; as JSON it may have 8 MB'
    throw refused(`${name} has ${megabytes(bytes)} MB and may have ${megabytes(most)} MB${hint}`)
  }
  if (text.trim() === '') throw refused(`${name} is empty`)
}

export function checkAll(files: readonly UploadedFile[]): void {
  if (files.length > FILES_MAX) throw refused(`at most ${FILES_MAX} files can be uploaded beside the folder`)
  const bytes = files.reduce((sum, { text }) => sum + Buffer.byteLength(text ?? ''), 0)
  if (bytes > ALL_BYTES_MAX) throw refused(`together they have ${megabytes(bytes)} MB and may have 16 MB`)
}

export function refused(reason: string): Problem {
  return new Problem('invalid_input', { fields: { file: reason } })
}

function megabytes(bytes: number): string {
  return (bytes / 1_000_000).toFixed(1)
}
