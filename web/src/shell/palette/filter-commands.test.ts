import { expect, test } from 'vitest'
import { filterCommands } from './filter-commands.ts'

const commands = [
  { label: 'Dashboard' },
  { label: 'API Access', words: '/api-access' },
  { label: 'Usage' },
  { label: 'Usage › SERP', words: '/api-detail/serp' },
  { label: 'Access Subscriptions' },
  { label: 'Theme: Dark', words: 'night' },
  { label: 'Übersicht' },
  { label: 'Площадка' },
  { label: 'Switch to team@acme.example' },
  { label: 'Usage › live', words: '11160608-ca9a-0000-0000-0a1b2c3d4e5f' },
]

test.for([
  ['nothing typed leaves all in their order', '', commands.map(({ label }) => label)],
  ['blanks are nothing', '   ', commands.map(({ label }) => label)],
  ['the beginning of the label comes first', 'access', ['Access Subscriptions', 'API Access']],
  ['ties keep their order', 'usage', ['Usage', 'Usage › SERP', 'Usage › live']],
  ['every word has to be found', 'usage serp', ['Usage › SERP']],
  ['in any order', 'serp us', ['Usage › SERP']],
  ['capitals make no difference', 'DASH', ['Dashboard']],
  ['accents make no difference', 'uber', ['Übersicht']],
  ['any alphabet', 'площ', ['Площадка']],
  ['a further word', 'night', ['Theme: Dark']],
  ['part of a word', 'board', ['Dashboard']],
  ['an address', 'team@acme', ['Switch to team@acme.example']],
  ['an id', '11160608-ca9a-0000-0000-0a1b2c3d4e5f', ['Usage › live']],
  ['nothing fits', 'zebra', []],
  ['signs are text', '.*', []],
] as const)('the palette finds: %s', ([, typed, labels]) => {
  expect(filterCommands(commands, typed).map(({ label }) => label)).toEqual(labels)
})
