import { playground, type SavedRequest } from '@portico/contract/playground.ts'
import { useState } from 'react'
import { useAction } from '#forms/use-action.ts'
import { useT } from '#i18n/i18n.tsx'
import { call } from '#lib/api.ts'
import { Button } from '#ui/input/button.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { savedQuery } from './playground-queries.ts'
import { SavedFields } from './saved-fields.tsx'

/** Another name or folder for a saved request; what it asks stays. */
export function EditSavedDialog({ saved, onClose }: { saved: SavedRequest; onClose: () => void }) {
  const t = useT()
  const { id, name, folder, is_shared } = saved
  const [value, setValue] = useState({ name, folder, is_shared })
  const change = useAction({
    work: () => call(playground.changeSaved, { id, ...value }),
    done: 'The request was saved.',
    changes: savedQuery.queryKey,
  })
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('Edit saved request')}
      width={440}
      footer={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button
            tone="primary"
            busy={change.isPending}
            disabled={value.name.trim() === ''}
            onClick={() => change.mutate(undefined, { onSuccess: onClose })}
          >
            {t('Save')}
          </Button>
        </>
      }
    >
      <SavedFields value={value} saved_id={id} onChange={setValue} />
    </Dialog>
  )
}
