import { type InboxItem, inbox } from '@portico/contract/inbox.ts'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { type MouseEvent, useEffect, useEffectEvent, useState } from 'react'
import { useT } from '#i18n/i18n.tsx'
import { call } from '#lib/api.ts'
import { isPlainClick, Link } from '#lib/link.tsx'
import { leaveFirst, navigate } from '#lib/location.ts'
import { Moment } from '#page/moment.tsx'
import { useBootState } from '#session/boot-state.ts'
import { useUser } from '#session/session.ts'
import { useSwitchLogin } from '#session/switch-login.ts'
import { Button } from '#ui/input/button.tsx'
import { Badge } from '#ui/show/badge.tsx'
import { Empty } from '#ui/show/empty.tsx'
import { LoadError } from '#ui/show/load-error.tsx'
import { SkeletonText } from '#ui/show/skeleton.tsx'
import { unreadQuery } from './unread-query.ts'
import styles from './updates.module.css'

/** What the person was notified of, newest first. It is read once it was shown. */
export function InboxList({ onLeave }: { onLeave: () => void }) {
  const t = useT()
  const client = useQueryClient()
  const isActing = useBootState().impersonated_by !== null
  const { data, isError, isFetching, refetch, hasNextPage, fetchNextPage } = useInfiniteQuery({
    queryKey: ['inbox', 'items'],
    queryFn: ({ pageParam, signal }) => call(inbox.getInbox, pageParam ? { before: pageParam } : {}, signal),
    initialPageParam: 0,
    getNextPageParam: ({ items, has_more }) => (has_more ? items.at(-1)?.id : undefined),
    staleTime: 0,
  })
  const items = data?.pages.flatMap((page) => page.items) ?? []
  // Those that were new when the list opened keep their mark while it is open.
  const [wasNew, setNew] = useState<ReadonlySet<number>>(new Set())
  const read = useMutation({
    mutationFn: (id: number) => call(inbox.markRead, { id, all_before: true }),
    onSuccess: (answer) => client.setQueryData(unreadQuery.queryKey, answer),
  })
  const newest = items[0]?.id
  const show = useEffectEvent((id: number) => {
    const fresh = items.filter(({ is_read }) => !is_read).map((item) => item.id)
    if (fresh.length === 0) return
    setNew((known) => new Set([...known, ...fresh]))
    // Staff do not mark a customer's alerts as read.
    if (!isActing) read.mutate(id)
  })
  useEffect(() => {
    if (newest !== undefined) show(newest)
  }, [newest])
  if (!data)
    return isError ? <LoadError busy={isFetching} onRetry={() => void refetch()} /> : <SkeletonText lines={4} />
  if (items.length === 0)
    return (
      <Empty icon="bell" title={t('No alerts')}>
        {t('Alerts about balance, limits, errors and budgets appear here for 90 days.')}
      </Empty>
    )
  return (
    <>
      {items.map((item) => (
        <Item key={item.id} item={item} isNew={!item.is_read || wasNew.has(item.id)} onLeave={onLeave} />
      ))}
      {hasNextPage && (
        <div>
          <Button size="small" busy={isFetching} onClick={() => void fetchNextPage()}>
            {t('Load more')}
          </Button>
        </div>
      )}
    </>
  )
}

const noop = () => undefined

function Item({ item, isNew, onLeave }: { item: InboxItem; isNew: boolean; onLeave: () => void }) {
  const t = useT()
  const user = useUser()
  const change = useSwitchLogin()
  const { path, login } = item
  function follow(event: MouseEvent) {
    onLeave()
    // What it concerns belongs to another login: the page changes to it first.
    if (login === '' || login === user?.api_login || !isPlainClick(event)) return
    event.preventDefault()
    // By the promise: callbacks of `mutate` are dropped once this list is closed. A failure has its toast.
    leaveFirst(() => void change.mutateAsync(login).then(() => navigate(path), noop))
  }
  return (
    <article className={styles.entry}>
      <div className={styles.meta}>
        <Moment at={item.at} style="full" />
        {item.account && <span>{item.account}</span>}
        {isNew && <Badge tone="accent">{t('New')}</Badge>}
      </div>
      <h3 className={styles.entryTitle}>
        <Link to={path} onClick={follow}>
          {item.title}
        </Link>
      </h3>
      <p className={styles.body}>{item.text}</p>
    </article>
  )
}
