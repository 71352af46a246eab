import { createHash } from 'node:crypto'
import { join } from 'node:path'
import type { BrandPicture } from '#ctx/provider.ts'
import { startProblem } from '#db/start-problem.ts'
import { readBytes } from '#files/yaml-file.ts'

const LARGEST_BYTES = 512 * 1024

const TYPES: Record<string, { type: string; isOne(bytes: Buffer): boolean }> = {
  png: { type: 'image/png', isOne: (bytes) => bytes.subarray(0, 8).toString('latin1') === '\x89PNG\r\n\x1a\n' },
  jpg: { type: 'image/jpeg', isOne: (bytes) => bytes.subarray(0, 3).toString('hex') === 'ffd8ff' },
  webp: { type: 'image/webp', isOne: (bytes) => /^RIFF.{4}WEBP/s.test(bytes.subarray(0, 12).toString('latin1')) },
  gif: { type: 'image/gif', isOne: (bytes) => /^GIF8[79]a/.test(bytes.subarray(0, 6).toString('latin1')) },
  ico: { type: 'image/x-icon', isOne: (bytes) => bytes.subarray(0, 4).toString('hex') === '00000100' },
  svg: { type: 'image/svg+xml', isOne: (bytes) => /<svg[\s>]/.test(bytes.toString('utf8')) },
}

/** Content a drawing does not need: it could run, or fetch from elsewhere, where the file is opened directly. */
const DANGEROUS =
  /<\s*(?:[\w-]+:)?(script|foreignobject|iframe|embed|object|handler|listener|set|animate\w*)\b|\son\w+\s*=|(?:href|src)\s*=\s*["']?\s*(?!["']?(?:#|data:image\/(?:png|jpeg|webp|gif);))|@import|url\(\s*["']?\s*(?!["']?(?:#|data:image\/(?:png|jpeg|webp|gif);))|<!(?:doctype|entity)|<\?xml-stylesheet|&#/i

/** A picture named in brand.yaml; anything else, or more than one, stops the start. */
export function readPicture(provider_dir: string, name: string): BrandPicture {
  const file = join(provider_dir, name)
  const ending = name.slice(name.lastIndexOf('.') + 1).toLowerCase()
  const known = TYPES[ending === 'jpeg' ? 'jpg' : ending]
  if (!known) throw startProblem(`${file}: a picture must be one of ${Object.keys(TYPES).join(', ')}.`)
  const bytes = readBytes(file)
  if (bytes.length > LARGEST_BYTES)
    throw startProblem(`${file}: a picture may have at most ${LARGEST_BYTES / 1024} KB.`)
  if (!known.isOne(bytes)) throw startProblem(`${file}: this is no ${ending} picture.`)
  if (known.type === TYPES.svg?.type && DANGEROUS.test(bytes.toString('utf8')))
    throw startProblem(
      `${file}: the drawing holds a script, an animation, a style sheet or an address of elsewhere. Save it as plain SVG.`,
    )
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 12)
  return { path: `/brand/${hash}-${name.replaceAll(/[^\w.-]/g, '_')}`, type: known.type, bytes }
}
