import type { Output } from '@portico/contract/endpoint.ts'
import type { operator } from '@portico/contract/operator.ts'
import type { LeftOutPart } from '@portico/contract/operator-catalogue.ts'
import { useNumberFormats } from '#traffic/number-formats.ts'
import { Card } from '#ui/show/card.tsx'
import { Table } from '#ui/table/table.tsx'
import { Breakable } from '#ui/text/breakable.tsx'
import styles from './customers.module.css'
import { LeftOutCard } from './left-out-card.tsx'
import { type ConsoleKey, useConsoleT } from './texts.ts'

type LoadedFile = Output<typeof operator.listFunctions>['files'][number]

const KIND_WORDS: Record<LoadedFile['kind'], ConsoleKey> = {
  document: 'Document',
  part: 'Part of other documents',
  overlay: 'Overlay',
}
/** The documents and overlays as they are loaded, and what of them is not sold. */
export function CatalogueFiles({ files, left_out }: { files: LoadedFile[]; left_out: LeftOutPart[] }) {
  const t = useConsoleT()
  const { whole } = useNumberFormats()
  return (
    <div className={styles.column}>
      <Card flush>
        <Table<LoadedFile>
          label={t('Documents')}
          rows={files}
          rowKey={({ kind, name }) => `${kind} ${name}`}
          columns={[
            {
              id: 'name',
              label: t('File'),
              cell: ({ name, title }) => (
                <span className={styles.who}>
                  <Breakable text={name} />
                  <span className={styles.soft}>{title}</span>
                </span>
              ),
            },
            { id: 'kind', label: t('Type'), cell: ({ kind }) => t(KIND_WORDS[kind]) },
            { id: 'version', label: t('Version'), cell: ({ version }) => version || '–', width: 120 },
            {
              id: 'operations',
              label: t('Operations'),
              numeric: true,
              cell: ({ operations }) => whole(operations),
              width: 140,
            },
          ]}
        />
      </Card>
      <LeftOutCard left_out={left_out} />
    </div>
  )
}
