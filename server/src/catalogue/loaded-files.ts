import { noDocument } from './document-form.ts'
import type { Source } from './read-yaml.ts'
import { own } from './yaml-node.ts'

/** A file that the catalogue was read from. */
export interface LoadedFile {
  name: string
  /** `part`: other documents refer to it, and it sells nothing of its own. */
  kind: 'document' | 'part' | 'overlay'
  /** As the file writes them; empty where it does not. */
  title: string
  version: string
}

export function loadedFiles(documents: readonly Source[], overlays: readonly Source[]): LoadedFile[] {
  return [
    ...documents.map((one) => describe(one, isPart(one) ? 'part' : 'document')),
    ...overlays.map((one) => describe(one, 'overlay')),
  ]
}

function isPart({ is_part, value }: Source): boolean {
  return is_part || noDocument(value) !== undefined || Object.keys(own(value, 'paths') ?? {}).length === 0
}

function describe({ name, value }: Source, kind: LoadedFile['kind']): LoadedFile {
  const info = own(value, 'info')
  const textOf = (key: string) => String(own(info, key) ?? '')
  return { name, kind, title: textOf('title'), version: textOf('version') }
}
