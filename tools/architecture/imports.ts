import { posix } from 'node:path'
import { parsed, type Source } from './tree.ts'

/** `file` is the path in this repository, undefined for a package. */
export type Import = { from: Source; specifier: string; start: number; file: string | undefined }

export function importsOf(from: Source): Import[] {
  const { staticImports, staticExports, dynamicImports } = parsed(from).module
  const requests = [
    ...staticImports.map(({ moduleRequest }) => moduleRequest),
    ...staticExports.flatMap(({ entries }) => entries.flatMap(({ moduleRequest }) => moduleRequest ?? [])),
    ...dynamicImports.map(({ moduleRequest: { start, end } }) => ({
      value: unquote(from.text.slice(start, end)),
      start,
    })),
  ]
  return requests.map(({ value, start }) => {
    const specifier = value.replace(/\?.*$/, '')
    return { from, specifier, start, file: fileOf(from, specifier) }
  })
}

function unquote(text: string): string {
  return text.replace(/^['"`](.*)['"`]$/s, '$1')
}

function fileOf({ path }: Source, specifier: string): string | undefined {
  if (specifier.startsWith('.')) return posix.join(posix.dirname(path), specifier)
  if (specifier.startsWith('#')) return `${path.split('/')[0]}/src/${specifier.slice(1)}`
  const ours = /^@portico\/(\w+)\/(.*)$/.exec(specifier)
  return ours ? `${ours[1]}/src/${ours[2]}` : undefined
}
