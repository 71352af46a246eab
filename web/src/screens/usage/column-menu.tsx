import { useState } from 'react'
import { useT } from '#i18n/i18n.tsx'
import { recall, remember } from '#lib/storage.ts'
import { Button } from '#ui/input/button.tsx'
import { Menu } from '#ui/overlay/menu.tsx'
import { COLUMN_WORDS, OPTIONAL } from './task-columns.tsx'

/** The hidden columns, as this browser remembers them; by default those without new information. */
export function useHiddenColumns(usual: readonly string[]): [readonly string[], (id: string) => void] {
  const [chosen, setChosen] = useState(() => recall('usage_columns_hidden'))
  const hidden = chosen ?? usual
  const toggle = (id: string) => {
    const next = hidden.includes(id) ? hidden.filter((one) => one !== id) : [...hidden, id]
    remember('usage_columns_hidden', next)
    setChosen(next)
  }
  return [hidden, toggle]
}

export function ColumnMenu({ hidden, onToggle }: { hidden: readonly string[]; onToggle: (id: string) => void }) {
  const t = useT()
  return (
    <Menu
      label={t('Columns')}
      position={{ side: 'bottom', align: 'end' }}
      trigger={(trigger) => (
        <Button {...trigger} size="small" icon="columns">
          {t('Columns')}
        </Button>
      )}
      entries={OPTIONAL.map((id) => ({
        kind: 'check' as const,
        label: t(COLUMN_WORDS[id]),
        chosen: !hidden.includes(id),
        onSelect: () => onToggle(id),
      }))}
    />
  )
}
