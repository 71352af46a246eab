import { type KeyboardEvent, type ReactNode, type Ref, useId, useLayoutEffect, useRef, useState } from 'react'
import type { Position } from '../floating/position-beside.ts'
import { useFloating } from '../floating/use-floating.ts'
import { nextIndex, typeahead } from '../input/roving.ts'
import styles from './menu.module.css'
import { type MenuEntry, MenuItems } from './menu-items.tsx'

/** Props of the button that opens the menu. Spread them onto a Button or IconButton. */
export type MenuTriggerProps = {
  ref: Ref<HTMLButtonElement>
  popoverTarget: string
  'aria-haspopup': 'menu'
  'aria-expanded': boolean
  onKeyDown: (event: KeyboardEvent) => void
}

type MenuProps = {
  label: string
  trigger: (props: MenuTriggerProps) => ReactNode
  entries: MenuEntry[]
  /** Shown above the entries, such as the signed-in user. */
  head?: ReactNode
  position?: Position
}

const TYPING_PAUSE_MS = 600
const BELOW: Position = { side: 'bottom', align: 'start' }

export function Menu({ label, trigger, entries, head, position: location = BELOW }: MenuProps) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const popover = useRef<HTMLDivElement>(null)
  const typed = useRef({ text: '', at: 0 })
  const [isOpen, setOpen] = useState(false)
  useFloating(button, popover, isOpen, location)
  useLayoutEffect(() => {
    if (isOpen) itemsIn(popover.current)[0]?.focus({ preventScroll: true })
  }, [isOpen])

  function onKeyDown(event: KeyboardEvent) {
    const all = itemsIn(popover.current)
    const index = all.indexOf(document.activeElement as HTMLElement)
    if (event.key === 'Tab') {
      popover.current?.hidePopover()
      return
    }
    let to = nextIndex(event.key, index, all.length, 'vertical')
    if (to === null && event.key.length === 1 && !event.ctrlKey && !event.metaKey && event.key !== ' ') {
      const isFresh = event.timeStamp - typed.current.at > TYPING_PAUSE_MS
      typed.current = { text: (isFresh ? '' : typed.current.text) + event.key, at: event.timeStamp }
      to = typeahead(
        all.map((item) => item.dataset.label ?? ''),
        typed.current.text,
        index,
      )
    }
    if (to === null) return
    event.preventDefault()
    all[to]?.focus()
  }

  const triggerProps: MenuTriggerProps = {
    ref: button,
    popoverTarget: id,
    'aria-haspopup': 'menu',
    'aria-expanded': isOpen,
    onKeyDown(event) {
      if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
      event.preventDefault()
      popover.current?.showPopover()
      // Closed and opened again within a moment, it never stopped being drawn: then nothing else moves the focus.
      itemsIn(popover.current)[0]?.focus({ preventScroll: true })
    },
  }

  return (
    <>
      {trigger(triggerProps)}
      <div
        ref={popover}
        id={id}
        popover="auto"
        className={styles.menu}
        onToggle={(event) => setOpen(event.newState === 'open')}
      >
        {isOpen && head && <div className={styles.head}>{head}</div>}
        <div role="menu" tabIndex={-1} aria-label={label} onKeyDown={onKeyDown}>
          {isOpen && <MenuItems entries={entries} onPicked={() => popover.current?.hidePopover()} />}
        </div>
      </div>
    </>
  )
}

function itemsIn(popover: HTMLElement | null): HTMLElement[] {
  return [...(popover?.querySelectorAll<HTMLElement>('[role^=menuitem]') ?? [])]
}
