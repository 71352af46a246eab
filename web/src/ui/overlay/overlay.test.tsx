import type { MouseEvent, ReactElement, SyntheticEvent } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { MenuItems } from './menu-items.tsx'
import { useModal } from './use-modal.ts'

/** Escape in an open dialog; true where it closes it. */
function closesByEscape(isLocked: boolean): boolean {
  let isClosed = false
  function Modal() {
    const dialog = {}
    const event = { target: dialog, currentTarget: dialog, preventDefault: () => undefined }
    useModal(() => {
      isClosed = true
    }, isLocked).onCancel(event as unknown as SyntheticEvent<HTMLDialogElement>)
    return null
  }
  renderToStaticMarkup(<Modal />)
  return isClosed
}

test('Escape closes a dialog, but none that must not be interrupted', () => {
  expect([closesByEscape(false), closesByEscape(true)]).toEqual([true, false])
})

test('a menu is closed before what its entry opens, so that a dialog gives the focus back to the button of the menu', () => {
  const order: string[] = []
  const pick = (kind: 'item' | 'check') => {
    const entry = { kind, label: 'Rename', onSelect: () => void order.push(kind) }
    const [item] = MenuItems({ entries: [entry], onPicked: () => void order.push('closed') })
    const { type, props } = item as ReactElement<object> & {
      type: (props: object) => ReactElement<{ onClick: (event: MouseEvent) => void }>
    }
    type(props).props.onClick({} as MouseEvent)
  }
  pick('item')
  pick('check')
  expect(order).toEqual(['closed', 'item', 'check'])
})
