import { useState } from 'react'
import { type MessageKey, useT } from '#i18n/i18n.tsx'
import { findByWords } from '#lib/find-by-words.ts'
import { SearchDialog } from '#page/search-dialog.tsx'
import { Icon } from '#ui/show/icon.tsx'
import { Kbd } from '#ui/show/kbd.tsx'
import { useOverlay } from '../overlays/open-overlay.ts'
import type { Command } from './command.ts'
import { useCommands } from './use-commands.ts'

const TITLES: Record<Command['group'], MessageKey> = {
  calls: 'Tasks',
  screens: 'Go to',
  codes: 'Error codes',
  endpoints: 'API functions',
  logins: 'API logins',
  actions: 'Actions',
}

/** Everything the product can do, a few keystrokes away. */
export function Palette() {
  const t = useT()
  const { close } = useOverlay()
  const [typed, setTyped] = useState('')
  const all = useCommands(typed)
  const offered = typed.trim() === '' ? all.filter(({ isDeep }) => !isDeep) : all
  const groups = inGroups(findByWords(offered, typed)).map(({ group, commands }) => ({
    id: group,
    title: t(TITLES[group]),
    options: commands.map((command) => ({ ...command, end: isMarked(command) && <Ending {...command} /> })),
  }))
  return (
    <SearchDialog
      label={t('Search or jump to…')}
      typed={typed}
      onType={setTyped}
      groups={groups}
      onPick={({ run }) => {
        // Closed first, so that the focus goes back before the command moves it.
        close()
        run()
      }}
      onClose={close}
    />
  )
}

function isMarked({ isExternal, keys }: Command): boolean {
  return isExternal === true || keys !== undefined
}

function Ending({ isExternal, keys }: Command) {
  return (
    <>
      {isExternal && <Icon name="external" size={16} />}
      {keys?.map((key) => (
        <span key={key} aria-hidden>
          <Kbd>{key}</Kbd>
        </span>
      ))}
    </>
  )
}

const GROUPS = ['calls', 'screens', 'codes', 'endpoints', 'logins', 'actions'] as const

/** One character matches most of them; one more word finds the right one. */
const MOST_ENDPOINTS = 20

/** The group of the best match comes first. */
function inGroups(commands: Command[]): { group: Command['group']; commands: Command[] }[] {
  const best = commands[0]?.group
  const order = best ? [best, ...GROUPS.filter((group) => group !== best)] : GROUPS
  return order.map((group) => ({
    group,
    commands: commands
      .filter((command) => command.group === group)
      .slice(0, group === 'endpoints' ? MOST_ENDPOINTS : undefined),
  }))
}
