import { MENU_NAMES } from '@portico/contract/menu-names.ts'
import { expect, test } from 'vitest'
import { listModules } from '#users/modules.ts'
import { CODES } from './codes.ts'

const { main } = listModules([], { product: 'portico', docs_url: 'https://docs.example.com', wl_id: 0 }, 'owner')

test('a screen named in a message of the API is in the menu under that name', () => {
  const labels = main.map(({ label }) => label)
  for (const name of Object.values(MENU_NAMES)) expect(labels).toContain(name)
  const named = Object.values(CODES).flatMap(
    (text) => /(?:see|under) (?:IP access under )?(.*?) in the dashboard/.exec(text)?.[1] ?? [],
  )
  expect(named).toEqual(['Payments', 'Access Subscriptions', 'Settings', 'Settings', 'API Access'])
  for (const name of named) expect(labels).toContain(name)
})
