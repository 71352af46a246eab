import { expect, test } from 'vitest'
import { checkHelperNames, checkNames, checkSizes } from './files.ts'

const text = 'x\n'.repeat(221)

test('files finds a long file and allows long tables', () => {
  expect(checkSizes([{ path: 'server/src/usage/chart.ts', text }])).toEqual([expect.stringContaining('221 lines')])
  expect(checkSizes([{ path: 'server/src/usage/chart.ts', text: 'x\n'.repeat(220) }])).toEqual([])
  expect(checkSizes([{ path: 'server/src/usage/handlers.ts', text }])).toEqual([])
  expect(checkSizes([{ path: 'server/src/usage/chart.test.ts', text }])).toEqual([])
})

test.each(['web/src/lib/utils.ts', 'web/src/hooks', 'contract/src/types.d.ts'])(
  'files finds a name by kind: %s',
  (path) => {
    expect(checkNames([path])).toEqual([`${path} is named by its kind`])
  },
)

test('files allows index.html and names that only contain a kind', () => {
  expect(checkNames(['web/index.html', 'web/src/ui/common-name.ts', 'web/src/ui/index-card.tsx'])).toEqual([])
})

test('files finds a test helper among product files', () => {
  expect(checkHelperNames(['server/src/usage/test-calls.ts'])).toEqual([expect.stringContaining('server/src/testing/')])
  expect(
    checkHelperNames(['server/src/testing/usage/calls.ts', 'server/src/payments/test-processor/processor.ts']),
  ).toEqual([])
})
