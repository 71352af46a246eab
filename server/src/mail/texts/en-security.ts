import type { SecurityLetters } from '../letter.ts'

export const enSecurity: SecurityLetters = {
  factor_on: ({ name, at, forgot_link }, { brand, moment }) => ({
    subject: `Two-factor authentication is on for your ${brand} account`,
    name,
    lead: [
      `Two-factor authentication was turned on for your ${brand} account on ${moment(at)}. From now on, signing in takes a code from your authenticator app as well.`,
      'All other sessions were ended. API access is not affected.',
      'If it was not you, set a new password now and contact us.',
    ],
    action: { label: 'Set a new password', url: forgot_link },
    after: [],
  }),
  factor_off: ({ name, at, forgot_link }, { brand, moment }) => ({
    subject: `Two-factor authentication is off for your ${brand} account`,
    name,
    lead: [
      `Two-factor authentication was turned off for your ${brand} account on ${moment(at)}. Signing in no longer takes a code.`,
      'If it was you, there is nothing you need to do. If it was not, set a new password now and turn two-factor authentication on again.',
    ],
    action: { label: 'Set a new password', url: forgot_link },
    after: [],
  }),
}
