import { expect, test } from 'vitest'
import { costLayers, OTHERS } from './stack-layers.ts'

const at = new Date(0)
const named = (key: string) => ({ key, title: key.toUpperCase() })

test.each([
  [7, 7, 0],
  [8, 8, 0],
  [9, 7, 2],
  [20, 7, 13],
])(
  'of %i groups %i have a layer of their own, the dearest first, and %i are in the last one',
  (groups, own, others) => {
    const rows = Array.from({ length: groups }, (_, n) => ({
      at,
      key: `g${n}`,
      status_class: null,
      tasks: 1,
      cost_micros: n + 1,
    }))
    const layers = costLayers(rows, [0], named)
    const dearest = rows.toReversed()
    expect(layers.slice(0, own).map(({ id }) => id)).toEqual(dearest.slice(0, own).map(({ key }) => key))
    const rest = dearest.slice(own).reduce((sum, { cost_micros }) => sum + cost_micros, 0)
    expect(layers.slice(own)).toEqual(others === 0 ? [] : [{ id: OTHERS, title: '', values: [rest] }])
  },
)
