import type { PurchasedFile } from '@portico/contract/databases.ts'
import { useI18n } from '#i18n/i18n.tsx'
import { Button, IconButton } from '#ui/input/button.tsx'
import { CopyButton } from '#ui/show/copy.tsx'
import { Table } from '#ui/table/table.tsx'
import styles from './databases.module.css'
import { useFormats } from './formats.ts'
import type { Links } from './use-links.ts'

export function PurchaseFiles({ files, links }: { files: readonly PurchasedFile[]; links: Links | undefined }) {
  const { t } = useI18n()
  const { whole, bytes } = useFormats()
  return (
    <div className={styles.files}>
      <Table
        label={t('Files')}
        rows={files}
        rowKey={({ name }) => name}
        columns={[
          { id: 'name', label: t('File'), cell: ({ name }) => <span className={styles.fileName}>{name}</span> },
          { id: 'records', label: t('Records'), numeric: true, width: 110, cell: ({ records }) => whole(records) },
          { id: 'size', label: t('Size'), numeric: true, width: 100, cell: (file) => bytes(file.bytes) },
          {
            id: 'sha256',
            label: 'SHA-256',
            width: 190,
            cell: ({ sha256, name }) => (
              <span className={styles.hash}>
                <code title={sha256}>{sha256.slice(0, 12)}…</code>
                <CopyButton text={sha256} what={`SHA-256 ${name}`} />
              </span>
            ),
          },
          ...(links
            ? [
                {
                  id: 'download',
                  label: t('Download'),
                  width: 190,
                  cell: (file: PurchasedFile) => (
                    <span className={styles.fileActions}>
                      <Button
                        size="small"
                        icon="download"
                        aria-label={t('Download {name}', { name: file.name })}
                        busy={links.isBusy(file, 'download')}
                        onClick={() => links.download(file)}
                      >
                        {t('Download')}
                      </Button>
                      <IconButton
                        size="small"
                        icon="link"
                        label={t('Copy link to {name}', { name: file.name })}
                        onClick={() => links.copy(file)}
                      />
                    </span>
                  ),
                },
              ]
            : []),
        ]}
      />
    </div>
  )
}
