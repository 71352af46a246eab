import { playground } from '@portico/contract/playground.ts'
import { useState } from 'react'
import { useT } from '#i18n/i18n.tsx'
import { call } from '#lib/api.ts'
import { useAction } from '#session/use-action.ts'
import { Button } from '#ui/input/button.tsx'
import { Field } from '#ui/input/field.tsx'
import { Switch } from '#ui/input/switch.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { savedQuery } from './playground-queries.ts'
import type { Task } from './use-request.ts'

type SaveDialogProps = {
  method_id: string
  task: Task
  params: Record<string, string>
  name: string
  onClose: () => void
}

export function SaveDialog({ method_id, task, params, name: first, onClose }: SaveDialogProps) {
  const t = useT()
  const [name, setName] = useState(first)
  const [folder, setFolder] = useState('')
  const [isShared, setShared] = useState(false)
  const save = useAction({
    work: () =>
      call(playground.saveRequest, {
        method_id,
        task: JSON.stringify(task),
        params,
        name,
        folder,
        is_shared: isShared,
      }),
    done: 'The request was saved.',
    changes: savedQuery.queryKey,
  })
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('Save this request')}
      width={440}
      footer={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button
            tone="primary"
            busy={save.isPending}
            disabled={name.trim() === ''}
            onClick={() => save.mutate(undefined, { onSuccess: onClose })}
          >
            {t('Save')}
          </Button>
        </>
      }
    >
      <Field label={t('Name')} maxLength={100} value={name} onChange={({ target }) => setName(target.value)} />
      <Field
        label={t('Folder')}
        optional
        maxLength={100}
        value={folder}
        onChange={({ target }) => setFolder(target.value)}
      />
      <Switch
        label={t('Shared with the team')}
        hint={t('Passwords and tokens are not saved.')}
        checked={isShared}
        onChange={({ target }) => setShared(target.checked)}
      />
    </Dialog>
  )
}
