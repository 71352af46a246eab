import { expect, test } from 'vitest'
import { textsOfParts } from './console-texts.ts'

const MANIFEST = {
  'src/operator.tsx': { file: 'first.js', dynamicImports: ['src/operator/money-screen.tsx', 'src/operator/staff.tsx'] },
  'src/operator/money-screen.tsx': {
    file: 'money.js',
    isDynamicEntry: true,
    imports: ['src/operator.tsx', '_shared.js'],
    dynamicImports: ['src/ui/chart.tsx', 'src/operator/staff.tsx'],
  },
  'src/operator/staff.tsx': { file: 'staff.js', isDynamicEntry: true, imports: ['_shared.js'] },
  'src/ui/chart.tsx': { file: 'chart.js', isDynamicEntry: true },
  '_shared.js': { file: 'shared.js' },
}
const CODE: Record<string, string> = {
  'first.js': 'const a = () => t("Today") + `Sign out`',
  'money.js': 't(`Money`), t(a ? "Today" : "{count} more"), "not a text"',
  'staff.js': 'const label = { staff: "Staff" }',
  'chart.js': 't("Total")',
  'shared.js': 't("Cancel")',
}
const KEYS = ['Today', 'Sign out', 'Money', '{count} more', 'Staff', 'Total', 'Cancel', 'Elsewhere', 'Some error.']

test('each part of the console has the texts of its own files and those of the first view has none of them; what the server may send comes first', () => {
  const parts = textsOfParts(MANIFEST, new Set(KEYS), (file) => CODE[file] ?? '')
  expect(Object.fromEntries([...parts].map(([part, texts]) => [part, [...texts].toSorted()]))).toEqual({
    first: ['Sign out', 'Some error.', 'Today'],
    'money-screen': ['Cancel', 'Money', 'Total', '{count} more'],
    staff: ['Cancel', 'Staff'],
  })
})
