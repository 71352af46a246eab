import { type UsageView, usageViews } from '@portico/contract/usage-views.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useToast } from '#forms/use-toast.tsx'
import { useT } from '#i18n/i18n.tsx'
import { call } from '#lib/api.ts'
import { navigate, useLocation } from '#lib/location.ts'
import { query } from '#lib/query.ts'
import { Button } from '#ui/input/button.tsx'
import { Lazy } from '#ui/lazy.tsx'
import { Menu } from '#ui/overlay/menu.tsx'
import type { MenuEntry } from '#ui/overlay/menu-items.tsx'
import { asView, isShown } from './view-address.ts'

const loadDialog = async () => (await import('./save-view-dialog.tsx')).SaveViewDialog

const viewsQuery = query(['usage-views'], usageViews.getUsageViews, {})

/** Views the account has saved. A view is an address, so that it can be passed on as one. */
export function ViewMenu() {
  const t = useT()
  const location = useLocation()
  const client = useQueryClient()
  const toast = useToast()
  const { data } = useQuery(viewsQuery)
  const [isNaming, setNaming] = useState(false)
  const keep = (views: UsageView[]) =>
    client.setQueryData(viewsQuery.queryKey, (stored) => stored && { ...stored, views })
  const remove = useMutation({
    mutationFn: (name: string) => call(usageViews.removeUsageView, { name }),
    onSuccess: ({ views }) => keep(views),
    onError: toast.problem,
  })
  const shown = data?.views.find((view) => isShown(view, location))
  const entries: MenuEntry[] = [
    ...(data?.views ?? []).map((view) => ({
      label: view.name,
      chosen: view === shown,
      href: `${view.path}${view.search}`,
      onSelect: (event: { preventDefault: () => void }) => {
        event.preventDefault()
        navigate(`${view.path}${view.search}`)
      },
    })),
    ...(data && data.views.length > 0 ? [{ kind: 'line' as const }] : []),
    { label: t('Save this view'), icon: 'plus', disabled: !data?.can_save, onSelect: () => setNaming(true) },
    ...(shown && data?.can_save
      ? [
          {
            label: t('Remove “{name}”', { name: shown.name }),
            icon: 'trash' as const,
            tone: 'danger' as const,
            onSelect: () => remove.mutate(shown.name),
          },
        ]
      : []),
  ]
  return (
    <>
      <Menu
        label={t('Views')}
        position={{ side: 'bottom', align: 'end' }}
        trigger={(trigger) => (
          <Button {...trigger} icon="star" iconEnd="chevron-down">
            {shown?.name ?? t('Views')}
          </Button>
        )}
        entries={entries}
      />
      {isNaming && (
        <Lazy
          load={loadDialog}
          props={{ view: asView(location), onSaved: keep, onClose: () => setNaming(false) }}
          waiting={null}
        />
      )}
    </>
  )
}
