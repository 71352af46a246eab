import type { SavedRequest } from '@portico/contract/playground.ts'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { useT } from '#i18n/i18n.tsx'
import { Field } from '#ui/input/field.tsx'
import { Switch } from '#ui/input/switch.tsx'
import { savedQuery } from './playground-queries.ts'
import { isSameName } from './stored-requests.ts'

/** The fields by which a saved request is found again. */
export type SavedAs = Pick<SavedRequest, 'name' | 'folder' | 'is_shared'>

type SavedFieldsProps = {
  value: SavedAs
  /** The request that is being edited. */
  saved_id: number | undefined
  onChange: (value: SavedAs) => void
}

export function SavedFields({ value, saved_id, onChange }: SavedFieldsProps) {
  const t = useT()
  const id = useId()
  const { data } = useQuery(savedQuery)
  const folders = new Set(data?.requests.flatMap(({ folder }) => folder || []))
  const isTwice = data?.requests.some((one) => one.is_own && one.id !== saved_id && isSameName(one, value))
  return (
    <>
      <Field
        label={t('Name')}
        hint={isTwice && t('A saved request with this name already exists in this folder.')}
        maxLength={100}
        value={value.name}
        onChange={({ target }) => onChange({ ...value, name: target.value })}
      />
      <Field
        label={t('Folder')}
        optional
        maxLength={100}
        list={id}
        autoComplete="off"
        value={value.folder}
        onChange={({ target }) => onChange({ ...value, folder: target.value })}
      />
      <datalist id={id}>
        {[...folders].map((folder) => (
          <option key={folder} value={folder} />
        ))}
      </datalist>
      <Switch
        label={t('Shared with the team')}
        hint={t('Passwords and tokens are not saved.')}
        checked={value.is_shared}
        onChange={({ target }) => onChange({ ...value, is_shared: target.checked })}
      />
    </>
  )
}
