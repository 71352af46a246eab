import { expect, test } from 'vitest'
import { waitingHere } from './waiting-here.ts'

const HERE = {
  community: true,
  impersonated_by: null,
  by_sso: false,
  integrity: 'sso',
  invitation: { pid: 1, pt: 'a' },
}

test.each([
  ['a reader with an invitation who comes from the community', {}, true, true],
  ['staff who act as a customer', { impersonated_by: 'sam@example.com' }, false, false],
  ['a reader by single sign-on', { by_sso: true }, true, false],
  ['an installation without a community', { community: false }, true, false],
  ['a browser without an invitation', { invitation: undefined }, false, true],
  ['one who does not come from the community', { integrity: undefined }, true, false],
])('%s gets the questions that wait here: %o', (_, more, isInvited, comesFromCommunity) => {
  expect(waitingHere({ ...HERE, ...more })).toEqual({ isInvited, comesFromCommunity })
})
