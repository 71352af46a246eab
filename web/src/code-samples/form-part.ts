import { inScript } from './literals.ts'

/** The head of a part of a form, as browsers write it. */
export function partHead(name: string, file?: string): string {
  const quoted = (text: string) => `"${text.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A')}"`
  const more = file === undefined ? '' : `; filename=${quoted(file)}\r\nContent-Type: application/octet-stream`
  return inScript(`Content-Disposition: form-data; name=${quoted(name)}${more}\r\n\r\n`)
}
