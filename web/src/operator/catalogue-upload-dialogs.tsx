import { operator } from '@portico/contract/operator.ts'
import { useState } from 'react'
import { navigate } from '#lib/location.ts'
import { Problem } from '#lib/problem.ts'
import { Field } from '#ui/input/field.tsx'
import { Select } from '#ui/input/select.tsx'
import { ActionDialog } from './action-dialog.tsx'
import styles from './customers.module.css'
import { uploadPath } from './paths.ts'
import { type ConsoleKey, useConsoleT } from './texts.ts'

type Mode = 'documents' | 'overlays' | 'remove'
const MODES: Record<Mode, ConsoleKey> = {
  documents: 'Document',
  overlays: 'Overlay',
  remove: 'Leave out the document with this name',
}
const CHOOSE: ConsoleKey = 'Choose a file, or type its name.'

/** A file is checked and stored as a draft; nothing that is sold changes. */
export function UploadDialog({ onto, onClose }: { onto?: number; onClose: () => void }) {
  const t = useConsoleT()
  const [mode, setMode] = useState<Mode>('documents')
  const [chosen, setChosen] = useState<File>()
  const [typed, setTyped] = useState('')
  return (
    <ActionDialog
      title={t('Upload a document')}
      action={t('Check')}
      effect={t('It is compared with what is sold now and stored as a draft. Nothing changes for customers.')}
      onClose={onClose}
      send={async (act) => {
        const file = mode === 'remove' ? typed.trim() : (chosen?.name ?? '')
        if (file === '') throw new Problem('total_changed', { fields: { file: t(CHOOSE) } })
        const text = mode === 'remove' ? '' : ((await chosen?.text()) ?? '')
        const folder = mode === 'overlays' ? ('overlays' as const) : ('documents' as const)
        const sent = {
          file,
          folder,
          text,
          remove: mode === 'remove',
          ...(onto !== undefined && { onto }),
        }
        const { id } = await act(operator.uploadFile, sent)
        navigate(uploadPath(id))
        return t('Stored as draft #{id}', { id })
      }}
    >
      {(wrong) => (
        <div className={styles.stack}>
          <Select
            label={t('Type')}
            value={mode}
            options={(Object.keys(MODES) as Mode[]).map((value) => ({ value, label: t(MODES[value]) }))}
            onChange={(event) => setMode(event.target.value as Mode)}
          />
          {mode === 'remove' ? (
            <Field
              label={t('File')}
              value={typed}
              maxLength={100}
              autoComplete="off"
              error={wrong('file')}
              onChange={(event) => setTyped(event.target.value)}
            />
          ) : (
            <label className={styles.stack}>
              <span>{t('File (.yaml, .yml or .json)')}</span>
              <input
                type="file"
                accept=".yaml,.yml,.json"
                aria-invalid={wrong('file') !== undefined}
                onChange={(event) => setChosen(event.target.files?.[0])}
              />
              {wrong('file') && (
                <span role="alert" className={styles.quote}>
                  {wrong('file')}
                </span>
              )}
            </label>
          )}
        </div>
      )}
    </ActionDialog>
  )
}

/** Null: the provider folder alone. */
export function ActivateDialog({ id, onClose }: { id: number | null; onClose: () => void }) {
  const t = useConsoleT()
  const title = id === null ? t('Back to the provider folder') : t('Activate #{id}', { id })
  return (
    <ActionDialog
      action={title}
      effect={
        id === null
          ? t('In half a minute, all instances will sell what the provider folder describes. Uploads stay in the list.')
          : t(
              'In half a minute, all instances will sell according to these documents, without a restart. The previous version stays in the list.',
            )
      }
      onClose={onClose}
      send={async (act) => {
        await act(operator.activateUpload, { id })
        return t('It takes effect in half a minute.')
      }}
    />
  )
}
