import { useState } from 'react'
import { type MessageKey, useT } from '#i18n/i18n.tsx'
import { SearchDialog } from '#page/search-dialog.tsx'
import { useUser } from '#session/session.ts'
import { Icon } from '#ui/icon/icon.tsx'
import { Kbd } from '#ui/show/kbd.tsx'
import { useOverlay } from '../open-overlay.tsx'
import type { Command, CommandGroup } from './command.ts'
import { countUse, paletteUses } from './palette-uses.ts'
import { rankCommands } from './rank-commands.ts'
import { useCommands } from './use-commands.ts'
import { useFoundCommands } from './use-found-commands.ts'

const TITLES: Record<CommandGroup | 'used', MessageKey> = {
  used: 'Most used',
  calls: 'Tasks',
  billing: 'Billing',
  screens: 'Go to',
  codes: 'Error codes',
  endpoints: 'API functions',
  logins: 'API logins',
  team: 'Logins and team',
  actions: 'Actions',
}

/** Everything the product has and can do, a few keystrokes away. */
export function Palette() {
  const t = useT()
  const { close } = useOverlay()
  const [typed, setTyped] = useState('')
  const email = useUser()?.email ?? ''
  const [uses] = useState(() => paletteUses(email))
  const ranked = rankCommands(useCommands(), useFoundCommands(typed), typed, uses)
  const groups = ranked.map(({ id, commands }) => ({
    id,
    title: t(TITLES[id]),
    options: commands.map((command) => ({ ...command, end: isMarked(command) && <Ending {...command} /> })),
  }))
  return (
    <SearchDialog
      label={t('Search or jump to…')}
      typed={typed}
      onType={setTyped}
      groups={groups}
      onPick={({ id, run }) => {
        countUse(id)
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
