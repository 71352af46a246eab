import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { useT } from '#i18n/i18n.tsx'
import { nextIndex } from '#ui/input/roving.ts'
import { useModal } from '#ui/overlay/use-modal.ts'
import { Icon } from '#ui/show/icon.tsx'
import { Kbd } from '#ui/show/kbd.tsx'
import { VisuallyHidden } from '#ui/text/visually-hidden.tsx'
import { useOverlay } from '../overlays/open-overlay.ts'
import type { Command } from './command.ts'
import { filterCommands } from './filter-commands.ts'
import styles from './palette.module.css'
import { PaletteList } from './palette-list.tsx'
import { useCommands } from './use-commands.ts'

/** Everything the product can do, a few letters away. */
export function Palette() {
  const t = useT()
  const id = useId()
  const { close } = useOverlay()
  const modal = useModal(close, false)
  const list = useRef<HTMLDivElement>(null)
  const [typed, setTyped] = useState('')
  const [at, setAt] = useState(0)
  const all = useCommands(typed)
  const offered = typed.trim() === '' ? all.filter(({ isDeep }) => !isDeep) : all
  const found = inGroups(filterCommands(offered, typed))
  const run = (command: Command | undefined) => {
    if (!command) return
    // Closed first, so that the focus goes back before the command moves it.
    close()
    command.run()
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter') {
      event.preventDefault()
      run(found[at])
      return
    }
    const isInText = event.key === 'Home' || event.key === 'End'
    const to = isInText ? null : nextIndex(event.key, at, found.length, 'vertical')
    if (to === null) return
    event.preventDefault()
    setAt(to)
    list.current?.querySelectorAll('[role=option]')[to]?.scrollIntoView({ block: 'nearest' })
  }

  return (
    <dialog {...modal} className={styles.palette} aria-label={t('Search or jump to…')}>
      <div className={styles.sheet}>
        <div className={styles.field}>
          <Icon name="search" className={styles.icon} />
          <input
            className={styles.input}
            role="combobox"
            aria-expanded
            aria-autocomplete="list"
            aria-controls={`${id}-list`}
            aria-activedescendant={found[at] ? `${id}-${found[at].id}` : undefined}
            aria-label={t('Search or jump to…')}
            placeholder={t('Search or jump to…')}
            autoComplete="off"
            spellCheck={false}
            value={typed}
            onChange={(event) => {
              setTyped(event.target.value)
              setAt(0)
            }}
            onKeyDown={onKeyDown}
          />
          <Kbd>Esc</Kbd>
        </div>
        <PaletteList ref={list} id={id} commands={found} at={at} onPoint={setAt} onPick={run} />
        <VisuallyHidden role="status">
          {t('{count, plural, one {# result} other {# results}}', { count: found.length })}
        </VisuallyHidden>
      </div>
    </dialog>
  )
}

const GROUPS = ['calls', 'screens', 'codes', 'endpoints', 'logins', 'actions'] as const

/** A letter fits most of them; one more word finds the one that is meant. */
const MOST_ENDPOINTS = 20

/** The list is drawn by group: the order the keys walk in is the order one sees. The group of the best find stands first. */
function inGroups(commands: Command[]): Command[] {
  const best = commands[0]?.group
  const order = best ? [best, ...GROUPS.filter((group) => group !== best)] : GROUPS
  return order.flatMap((group) =>
    commands.filter((command) => command.group === group).slice(0, group === 'endpoints' ? MOST_ENDPOINTS : undefined),
  )
}
