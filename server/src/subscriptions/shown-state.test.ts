import { expect, test } from 'vitest'
import { shownState } from './shown-state.ts'

const STORED_STATES = [undefined, 'active', 'canceling', 'past_due', 'expired'] as const
const TABLE = [
  // Nothing else, a payment in progress, granted by hand, both.
  [undefined, 'inactive', 'pending', 'not_required', 'pending'],
  ['active', 'active', 'active', 'active', 'active'],
  ['canceling', 'canceling', 'canceling', 'canceling', 'canceling'],
  ['past_due', 'past_due', 'past_due', 'past_due', 'past_due'],
  ['expired', 'expired', 'pending', 'not_required', 'pending'],
] as const

test.each(TABLE)(
  'a subscription that is %s shows as %s; with a payment in progress as %s; granted by hand as %s',
  (...row) => {
    const [stored, ...shown] = row
    const facts = [false, true].flatMap((is_given) =>
      [false, true].map((has_open_order) => ({ is_given, has_open_order })),
    )
    expect(facts.map((one) => shownState(stored, one))).toEqual(shown)
    expect(TABLE.map(([name]) => name)).toEqual(STORED_STATES)
  },
)
