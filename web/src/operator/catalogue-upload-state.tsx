import type { CatalogueUpload } from '@portico/contract/operator-uploads.ts'
import { Badge } from '#ui/show/badge.tsx'
import { VERSION_STATES } from './catalogue-words.ts'
import { useConsoleT } from './texts.ts'

export function fileNames({ files }: Pick<CatalogueUpload, 'files'>): string {
  return files
    .map(({ folder, name, bytes }) => `${bytes === null ? '− ' : ''}${folder === 'overlays' ? 'overlays/' : ''}${name}`)
    .join(', ')
}

export function UploadState({ state }: { state: CatalogueUpload['state'] }) {
  const t = useConsoleT()
  const { label, tone } = VERSION_STATES[state]
  return <Badge tone={tone}>{t(label)}</Badge>
}
