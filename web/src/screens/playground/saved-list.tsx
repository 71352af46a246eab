import { playground, type SavedRequest } from '@portico/contract/playground.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Confirm } from '#forms/confirm.tsx'
import { useAction } from '#forms/use-action.ts'
import { useT } from '#i18n/i18n.tsx'
import { call } from '#lib/api.ts'
import { Link } from '#lib/link.tsx'
import { titleIn } from '#page/titles.ts'
import { IconButton } from '#ui/input/button.tsx'
import { Lazy } from '#ui/lazy.tsx'
import { Empty } from '#ui/show/empty.tsx'
import { LoadError } from '#ui/show/load-error.tsx'
import { SkeletonText } from '#ui/show/skeleton.tsx'
import { storedAddress } from './address.ts'
import { savedQuery } from './playground-queries.ts'
import styles from './requests-card.module.css'
import { findMethod, firstText, holds } from './stored-requests.ts'
import type { PlaygroundRequest } from './use-request.ts'

const loadEdit = async () => (await import('./edit-saved-dialog.tsx')).EditSavedDialog

/** Their own saved requests and those the team shares; their own are renamed, moved and removed. */
export function SavedList({ request, search }: { request: PlaygroundRequest; search: string }) {
  const t = useT()
  const { data, isError, isFetching, refetch } = useQuery(savedQuery)
  const [edited, setEdited] = useState<SavedRequest>()
  const [removed, setRemoved] = useState<SavedRequest>()
  const remove = useAction({
    work: (id: number) => call(playground.removeSaved, { id }),
    done: 'The request was removed.',
    changes: savedQuery.queryKey,
  })
  const titleOf = (method_id: string) => titleIn(t, findMethod(request.functions, method_id).title)
  const requests =
    data?.requests.filter((one) =>
      holds(search, one.name, one.folder, one.method_id, titleOf(one.method_id), JSON.stringify(one.task)),
    ) ?? []
  if (!data) return isError ? <LoadError busy={isFetching} onRetry={refetch} /> : <SkeletonText lines={4} />
  if (data.requests.length > 0 && requests.length === 0) return <Empty icon="search" title={t('Nothing found')} />
  if (requests.length === 0) return <Empty icon="star" title={t('No saved requests yet')} />
  const folders = [...new Set(requests.map(({ folder }) => folder))]
  return (
    <div className={styles.folders}>
      {folders.map((folder) => (
        <section key={folder} aria-label={folder || undefined}>
          {folder && <h3 className={styles.folder}>{folder}</h3>}
          <ul className={styles.list}>
            {requests
              .filter((one) => one.folder === folder)
              .map((one) => (
                <SavedItem
                  key={one.id}
                  saved={one}
                  request={request}
                  onEdit={() => setEdited(one)}
                  onRemove={() => setRemoved(one)}
                />
              ))}
          </ul>
        </section>
      ))}
      {edited && <Lazy load={loadEdit} props={{ saved: edited, onClose: () => setEdited(undefined) }} waiting={null} />}
      {removed && (
        <Confirm
          title={t('Remove {name}', { name: removed.name })}
          action={t('Remove')}
          busy={remove.isPending}
          onClose={() => setRemoved(undefined)}
          onConfirm={() => remove.mutate(removed.id, { onSettled: () => setRemoved(undefined) })}
        >
          {removed.is_shared ? t('It is removed for the whole team.') : t('It is removed from your saved requests.')}
        </Confirm>
      )}
    </div>
  )
}

type SavedItemProps = {
  saved: SavedRequest
  request: PlaygroundRequest
  onEdit: () => void
  onRemove: () => void
}

function SavedItem({ saved, request, onEdit, onRemove }: SavedItemProps) {
  const t = useT()
  const { id, name, method_id, is_own, is_shared } = saved
  const { section, title } = findMethod(request.functions, method_id)
  return (
    <li>
      <Link className={styles.link} to={storedAddress(section, { saved: id })}>
        <span className={styles.title}>{name}</span>
        <span className={styles.note}>
          {[titleIn(t, title), firstText(saved)].filter(Boolean).join(' · ')}
          {is_shared && ` · ${t('Shared with the team')}`}
        </span>
      </Link>
      {is_own && (
        <>
          <IconButton icon="edit" label={t('Edit {name}', { name })} onClick={onEdit} />
          <IconButton icon="trash" label={t('Remove {name}', { name })} onClick={onRemove} />
        </>
      )}
    </li>
  )
}
