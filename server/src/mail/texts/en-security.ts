import type { SecurityMails } from '../mail-template.ts'

export const enSecurity: SecurityMails = {
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
  email_change_old: ({ name, code, new_email, minutes: valid }, { brand, minutes }) => ({
    subject: `Confirm the new e-mail address for your ${brand} account`,
    name,
    lead: [
      `Someone who is signed in to your ${brand} account wants to change its e-mail address to ${new_email}. To confirm, enter this code on the profile page.`,
    ],
    code,
    after: [
      `The code is valid for ${minutes(valid)}.`,
      'If it was not you, do not enter the code anywhere, and set a new password: someone knows the one you have.',
    ],
  }),
  email_change_new: ({ name, code, minutes: valid }, { brand, minutes }) => ({
    subject: `Confirm your new e-mail address for ${brand}`,
    name,
    lead: [
      `This address is to become the e-mail address of an account at ${brand}. To confirm, enter this code on the profile page.`,
    ],
    code,
    after: [
      `The code is valid for ${minutes(valid)}.`,
      'If you did not ask for this, ignore this e-mail. Nothing changes without the code.',
    ],
  }),
  email_changed: ({ name, at, new_email, link, days: valid }, { brand, moment, days }) => ({
    subject: `The e-mail address of your ${brand} account was changed`,
    name,
    lead: [
      `The e-mail address of your ${brand} account was changed to ${new_email} on ${moment(at)}. You sign in with the new address from now on.`,
      'If it was you, there is nothing you need to do. If it was not, undo the change with this link: the account gets this address again, and everyone is signed out.',
    ],
    action: { label: 'Undo the change', url: link },
    after: [`The link works once, for ${days(valid)}.`],
  }),
  email_restored: ({ name, at, forgot_link }, { brand, moment }) => ({
    subject: `The e-mail address of your ${brand} account was restored`,
    name,
    lead: [
      `The e-mail address of your ${brand} account was changed back to this one on ${moment(at)}. Everyone was signed out.`,
      'If someone else changed it, they may know your password. Set a new one now.',
    ],
    action: { label: 'Set a new password', url: forgot_link },
    after: [
      'Passkeys, linked sign-in services and two-factor authentication that were added around the time of the change were removed.',
    ],
  }),
  passkey_added: ({ name, passkey, at }, { brand, moment, linkTo }) => ({
    subject: `A passkey was added to your ${brand} account`,
    name,
    lead: [
      `The passkey “${passkey}” was added to your ${brand} account on ${moment(at)}. Anyone who holds it can sign in without a password.`,
      'If it was you, there is nothing you need to do. If it was not, remove it in your profile and set a new password.',
    ],
    action: { label: 'Open the profile', url: linkTo('/users/profile#passkeys') },
    after: [],
  }),
}
