import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { type Translator, useT } from '#i18n/i18n.tsx'
import { SearchDialog } from '#page/search-dialog.tsx'
import { titleIn } from '#page/titles.ts'
import type { IconName } from '#ui/icon/icon-paths.ts'
import { type PickerGroup, pickerGroups } from './picker-groups.ts'
import { historyQuery } from './playground-queries.ts'
import type { PlaygroundRequest } from './use-request.ts'

export type PickerDialogProps = {
  request: PlaygroundRequest
  favourites: readonly string[]
  /** The character that opened it. */
  first: string
  onClose: () => void
}

const NONE: readonly string[] = []
const TITLES = { found: 'API functions', favourites: 'Favorites', recent: 'Recent' } as const
const ICONS: Record<PickerGroup['kind'], IconName> = {
  found: 'code',
  favourites: 'star',
  recent: 'clock',
  section: 'code',
}

/** Every function there is: the favorites and the latest first, the others by section, or what is typed. */
export function PickerDialog({ request, favourites, first, onClose }: PickerDialogProps) {
  const t = useT()
  const [typed, setTyped] = useState(first)
  const { section, catalogue } = request
  const { functions, sections } = named(t, request)
  const most_used = catalogue.data?.most_used ?? NONE
  const { data } = useQuery(historyQuery)
  const groups = useMemo(
    () =>
      pickerGroups(
        { functions, sections, section_id: section?.id, favourites, most_used, runs: data?.runs ?? [] },
        typed,
      ),
    [functions, sections, section, favourites, most_used, data, typed],
  )
  const titleOf = (id: string | null) => sections.find((one) => one.id === id)?.title
  return (
    <SearchDialog
      label={t('Name, path or description')}
      typed={typed}
      onType={setTyped}
      groups={groups.map((group) => ({
        id: group.id,
        title: group.kind === 'section' ? group.title : t(TITLES[group.kind]),
        options: group.functions.map((one) => ({
          id: one.id,
          icon: one.id === request.function?.id ? 'check' : ICONS[group.kind],
          label: one.title,
          note: <code>{one.id}</code>,
          end: group.kind === 'section' ? undefined : titleOf(one.playground),
        })),
      }))}
      onPick={({ id }) => {
        onClose()
        const found = request.functions.find((one) => one.id === id)
        if (found) request.choose(found)
      }}
      onClose={onClose}
    />
  )
}

/** Functions and sections by the names of the page's language, by which they are also found. */
function named(t: Translator['t'], { functions, sections }: Pick<PlaygroundRequest, 'functions' | 'sections'>) {
  const inWords = <O extends { title: string }>(one: O): O => ({ ...one, title: titleIn(t, one.title) })
  return { functions: functions.map(inWords), sections: sections.map(inWords) }
}
