import { operator } from '@portico/contract/operator.ts'
import type { CatalogueUpload } from '@portico/contract/operator-uploads.ts'
import { useState } from 'react'
import { Link } from '#lib/link.tsx'
import { query } from '#lib/query.ts'
import { useList } from '#lib/use-list.ts'
import { Moment } from '#page/moment.tsx'
import { Button } from '#ui/input/button.tsx'
import { Card } from '#ui/show/card.tsx'
import { Empty } from '#ui/show/empty.tsx'
import { Table } from '#ui/table/table.tsx'
import { ActivateDialog, UploadDialog } from './catalogue-upload-dialogs.tsx'
import { UploadReportView } from './catalogue-upload-report.tsx'
import { fileNames, UploadState } from './catalogue-upload-state.tsx'
import styles from './customers.module.css'
import { useMay } from './me.ts'
import { uploadPath } from './paths.ts'
import { useConsoleT } from './texts.ts'

/** Documents and overlays that were uploaded, which of them count, and what one of them would change. */
export function CatalogueUploads({ search }: { search: string }) {
  const id = Number(new URLSearchParams(search).get('upload'))
  return Number.isInteger(id) && id > 0 ? <UploadReportView key={id} id={id} /> : <Uploads />
}

function Uploads() {
  const t = useConsoleT()
  const may = useMay()
  const [open, setOpen] = useState<'upload' | 'folder'>()
  const { data, loading } = useList(query(['catalogue-uploads'], operator.listUploads, {}))
  const close = () => setOpen(undefined)
  return (
    <div className={styles.column}>
      {may('change_catalogue') && (
        <p className={styles.actions}>
          <Button tone="primary" onClick={() => setOpen('upload')}>
            {t('Upload a document')}
          </Button>
          {data && data.in_force !== null && (
            <Button onClick={() => setOpen('folder')}>{t('Back to the provider folder')}</Button>
          )}
        </p>
      )}
      <Card flush>
        <Table<CatalogueUpload>
          label={t('Uploads')}
          rows={data?.uploads}
          rowKey={({ id }) => String(id)}
          skeletonRows={3}
          {...loading}
          empty={<Empty title={t('The documents in the provider folder are in effect.')} />}
          columns={[
            {
              id: 'files',
              label: t('Files'),
              cell: (upload) => (
                <span className={styles.who}>
                  <Link to={uploadPath(upload.id)}>
                    #{upload.id} {fileNames(upload)}
                  </Link>
                  <span className={styles.soft}>{upload.reason}</span>
                </span>
              ),
            },
            { id: 'state', label: t('State'), cell: ({ state }) => <UploadState state={state} />, width: 150 },
            { id: 'made', label: t('Uploaded'), cell: ({ created_at }) => <Moment at={created_at} />, width: 190 },
            { id: 'by', label: t('Created by'), cell: ({ created_by }) => created_by, wideOnly: true },
          ]}
        />
      </Card>
      {open === 'upload' && <UploadDialog onClose={close} />}
      {open === 'folder' && <ActivateDialog id={null} onClose={close} />}
    </div>
  )
}
