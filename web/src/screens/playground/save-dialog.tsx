import { playground, type SavedRequest } from '@portico/contract/playground.ts'
import { useState } from 'react'
import { useAction } from '#forms/use-action.ts'
import { useT } from '#i18n/i18n.tsx'
import { call } from '#lib/api.ts'
import { Button } from '#ui/input/button.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { savedQuery } from './playground-queries.ts'
import { SavedFields } from './saved-fields.tsx'
import type { Task } from './use-request.ts'

type SaveDialogProps = {
  request: { method_id: string; task: Task; params: Record<string, string> }
  /** Their own one that fills the form: it can be replaced by what it has become. */
  saved: SavedRequest | undefined
  name: string
  onClose: () => void
}

export function SaveDialog({ request, saved, name, onClose }: SaveDialogProps) {
  const t = useT()
  const [value, setValue] = useState({
    name: saved?.name ?? name,
    folder: saved?.folder ?? '',
    is_shared: saved?.is_shared ?? false,
  })
  const save = useAction({
    work: (id: number | undefined) =>
      call(playground.saveRequest, {
        ...request,
        ...value,
        ...(id !== undefined && { id }),
        task: JSON.stringify(request.task),
      }),
    done: 'The request was saved.',
    changes: savedQuery.queryKey,
  })
  const press = (id?: number) => save.mutate(id, { onSuccess: onClose })
  const isNameless = value.name.trim() === ''
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('Save this request')}
      width={440}
      footer={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          {saved && (
            <Button disabled={isNameless || save.isPending} onClick={() => press()}>
              {t('Save as new')}
            </Button>
          )}
          <Button tone="primary" busy={save.isPending} disabled={isNameless} onClick={() => press(saved?.id)}>
            {t('Save')}
          </Button>
        </>
      }
    >
      <SavedFields value={value} saved_id={saved?.id} onChange={setValue} />
    </Dialog>
  )
}
