import type { ComboboxOption } from '#ui/input/combobox-list.tsx'
import type { SubmenuEntry } from '#ui/overlay/submenu.tsx'
import type { KeyValue } from '#ui/show/key-values.tsx'
import { Breakable } from '#ui/text/breakable.tsx'

export const taskFacts: KeyValue[] = [
  { key: 'id', label: 'Task method', value: <Breakable text="11081545-3399-0545-0000-17b17e70d2b4" /> },
  { key: 'endpoint', label: 'Endpoint', value: <Breakable text="serp/google/organic/live/advanced" /> },
  { key: 'status', label: 'Status', value: '20000 Ok.' },
  { key: 'cost', label: 'Cost', value: '$0.002000' },
]

export const functions: ComboboxOption[] = [
  { value: 'serp', label: 'SERP', hint: '14 functions' },
  { value: 'keywords', label: 'Keywords Data', hint: '9 functions' },
  { value: 'backlinks', label: 'Backlinks', hint: '21 functions' },
  { value: 'onpage', label: 'OnPage' },
  { value: 'domain', label: 'Domain Analytics' },
  { value: 'business', label: 'Business Data' },
]

export const submenu: SubmenuEntry[] = [
  { label: 'Overview', icon: 'dashboard' },
  {
    kind: 'submenu',
    label: 'SERP',
    icon: 'search',
    entries: [
      { label: 'Google organic' },
      { label: 'Bing organic' },
      { kind: 'submenu', label: 'More', entries: [{ label: 'Yahoo' }, { label: 'Naver' }] },
    ],
  },
  { kind: 'line' },
  { label: 'Documentation', icon: 'book', href: 'https://example.com', external: true },
]
