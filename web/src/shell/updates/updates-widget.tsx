import { type Update, updates } from '@portico/contract/updates.ts'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { useT } from '#i18n/i18n.tsx'
import { call } from '#lib/api.ts'
import { query } from '#lib/query.ts'
import { useBootState } from '#session/boot-state.ts'
import { useFloating } from '#ui/floating/use-floating.ts'
import { Icon } from '#ui/icon/icon.tsx'
import { buttonClass } from '#ui/input/button.tsx'
import { LazyPart } from '../lazy-part.tsx'
import { unreadQuery } from './unread-query.ts'
import styles from './updates.module.css'
import type { BellTab } from './updates-panel.tsx'

const updatesQuery = queryOptions({
  ...query(['updates'], updates.getUpdates, {}),
  staleTime: 10 * 60_000,
})

const loadPanel = () => import('./updates-panel.tsx').then(({ UpdatesPanel }) => UpdatesPanel)

/** News of the provider's API: how many are unread, and the news themselves, which are read once they are opened. */
export function UpdatesWidget() {
  const t = useT()
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const popover = useRef<HTMLDivElement>(null)
  const [isOpen, setOpen] = useState(false)
  const client = useQueryClient()
  const isActing = useBootState().impersonated_by !== null
  const { data, isError, isFetching, refetch } = useQuery(updatesQuery)
  const read = useMutation({
    mutationFn: (ids: string[]) => call(updates.markUpdatesRead, { ids }),
    onSuccess: (list) => client.setQueryData(updatesQuery.queryKey, list),
  })
  const alerts = useQuery(unreadQuery).data?.unread ?? 0
  const [tab, setTab] = useState<BellTab>('updates')
  useFloating(button, popover, isOpen, { side: 'bottom', align: 'end' }, 8)
  const unread = (data?.unread ?? 0) + alerts
  // Entries that were new when the panel opened keep their mark and position while it is open.
  const [shown, setShown] = useState<Update[]>()
  if (isOpen && !shown && data) setShown(data.updates)
  if (!isOpen && shown) setShown(undefined)
  const markRead = useEffectEvent((list: Update[]) => {
    const ids = list.filter(({ is_read }) => !is_read).map((entry) => entry.id)
    // Staff do not mark a customer's updates as read.
    if (ids.length > 0 && !isActing) read.mutate(ids)
  })
  useEffect(() => {
    if (shown && tab === 'updates') markRead(shown)
  }, [shown, tab])
  return (
    <>
      <button
        ref={button}
        type="button"
        className={buttonClass({ tone: 'quiet' }, styles.button)}
        popoverTarget={id}
        aria-expanded={isOpen}
        aria-haspopup="dialog"
        aria-label={unread > 0 ? t('Updates and alerts, {count} unread', { count: unread }) : t('Updates')}
      >
        <Icon name="bell" />
        {unread > 0 && !isOpen && <span className={styles.count}>{unread > 9 ? '9+' : unread}</span>}
      </button>
      <div
        ref={popover}
        id={id}
        popover="auto"
        role="dialog"
        aria-label={t('Updates')}
        className={styles.panel}
        onToggle={(event) => {
          setOpen(event.newState === 'open')
          if (event.newState === 'open') setTab(alerts > 0 ? 'alerts' : 'updates')
        }}
      >
        {isOpen && (
          <LazyPart
            load={loadPanel}
            props={{
              list: shown,
              isError,
              busy: isFetching,
              onRetry: () => void refetch(),
              tab,
              onTab: setTab,
              onLeave: () => popover.current?.hidePopover(),
            }}
          />
        )}
      </div>
    </>
  )
}
