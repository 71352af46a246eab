import type { MenuItem } from '@portico/contract/menu.ts'
import { expect, test } from 'vitest'
import { onMenuItemClick, raiseMenuItemClick } from './menu-click.ts'

test('MN-06 a click raises the menu-item-click action to all who listen, and to nobody who has stopped', () => {
  const heard: string[] = []
  const item = { html_id: 'api-errors' } as MenuItem
  const stop = onMenuItemClick(({ html_id }) => heard.push(`first ${html_id}`))
  onMenuItemClick(({ html_id }) => heard.push(`second ${html_id}`))
  raiseMenuItemClick(item)
  stop()
  raiseMenuItemClick(item)
  expect(heard).toEqual(['first api-errors', 'second api-errors', 'second api-errors'])
})
