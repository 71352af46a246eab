import type { Texts } from '../mail-template.ts'
import { enAlerts } from './en-alerts.ts'
import { enBilling } from './en-billing.ts'
import { enBillingNotes } from './en-billing-notes.ts'
import { enClosing } from './en-closing.ts'
import { enCompany } from './en-company.ts'
import { enSecurity } from './en-security.ts'
import { enSso } from './en-sso.ts'
import { enStaff } from './en-staff.ts'
import { enStatus } from './en-status.ts'
import { enSubscriptions } from './en-subscriptions.ts'

export const en: Texts = {
  greeting: (name) => (name ? `Hello ${name},` : 'Hello,'),
  no_button: 'If the button does not work, open this address in your browser:',
  reasons: {
    sign_up: (brand, to) => `You are receiving this e-mail because ${to} was entered at sign-up for ${brand}.`,
    account: (brand, to) => `You are receiving this e-mail because ${to} belongs to an account at ${brand}.`,
    invitation: (brand, to) =>
      `You are receiving this e-mail because someone entered ${to} in an invitation to ${brand}.`,
    team: (brand, to) => `You are receiving this e-mail because a team at ${brand} belongs to the account of ${to}.`,
    alert: (brand, to) => `You are receiving this e-mail because alerts to ${to} are turned on at ${brand}.`,
    domain: (brand, to) =>
      `You are receiving this e-mail because someone wants to verify at ${brand} that they own the domain of ${to}.`,
    billing: (brand, to) =>
      `You are receiving this e-mail because ${to} receives the invoices of an account at ${brand}.`,
    status: (brand, to) => `You are receiving this e-mail because ${to} was entered on the status page of ${brand}.`,
  },
  questions: 'Questions?',
  preferences: 'E-mail preferences',
  unsubscribe: 'Unsubscribe',
  colon: ':',
  roles: { owner: 'Owner', admin: 'Admin', developer: 'Developer', finance: 'Finance', viewer: 'Viewer' },
  mails: {
    activation: ({ name, code, code_minutes, link, link_hours }, { brand, minutes, hours }) => ({
      subject: `Confirm your e-mail address for ${brand}`,
      name,
      lead: [
        `Thank you for signing up for ${brand}. To finish, enter this code on the page where you signed up, or open the link below.`,
      ],
      code,
      action: { label: 'Confirm e-mail address', url: link },
      after: [
        `The code is valid for ${minutes(code_minutes)}, the link for ${hours(link_hours)}.`,
        'If you did not sign up, ignore this e-mail. Without this confirmation no account is opened.',
      ],
    }),
    confirm_again: ({ name, link, link_hours }, { brand, hours }) => ({
      subject: `Confirm your e-mail address for ${brand} again`,
      name,
      lead: [
        `Please confirm that this address is still yours: ${brand} uses it for everything that concerns your account. Until you do, the API refuses calls; nothing else changes.`,
      ],
      action: { label: 'Confirm e-mail address', url: link },
      after: [`The link is valid for ${hours(link_hours)}.`, 'If you do not use this account, ignore this e-mail.'],
    }),
    already_registered: ({ name, sign_in_link, forgot_link }, { brand }) => ({
      subject: `You already have a ${brand} account`,
      name,
      lead: [
        `Someone, probably you, tried to sign up for ${brand} with this e-mail address. It already belongs to your account, so nothing was changed. You can simply sign in.`,
      ],
      action: { label: 'Sign in', url: sign_in_link },
      after: [
        { label: 'Forgot your password? Set a new one', url: forgot_link },
        'If it was not you, there is nothing you need to do.',
      ],
    }),
    reset: ({ name, link, minutes: valid }, { brand, minutes }) => ({
      subject: `Set a new password for ${brand}`,
      name,
      lead: [
        `We received a request to set a new password for your ${brand} account.`,
        `The link is valid for ${minutes(valid)} and works once.`,
      ],
      action: { label: 'Set a new password', url: link },
      after: ['If you did not ask for this, ignore this e-mail. Your password stays as it is.'],
    }),
    password_changed: ({ name, at, forgot_link }, { brand, moment }) => ({
      subject: `Your ${brand} password was changed`,
      name,
      lead: [
        `The password of your ${brand} account was changed on ${moment(at)}.`,
        'If it was you, there is nothing you need to do. If it was not, set a new password now.',
      ],
      action: { label: 'Set a new password', url: forgot_link },
      after: [],
    }),
    invitation: ({ team, inviter, role: given, link, days: valid }, { brand, days, role }) => ({
      subject: `${inviter || brand} invites you to a team on ${brand}`,
      lead: [
        team === inviter
          ? `${inviter || brand} invites you to join their team on ${brand}. Your role: ${role(given)}.`
          : `${inviter || brand} invites you to join the team of ${team || brand} on ${brand}. Your role: ${role(given)}.`,
      ],
      action: { label: 'View the invitation', url: link },
      after: [
        `The invitation is valid for ${days(valid)} and works only for this e-mail address.`,
        'If you do not know the sender, ignore this e-mail.',
      ],
    }),
    sign_in_link: ({ name, link, minutes: valid }, { brand, minutes }) => ({
      subject: `Your sign-in link for ${brand}`,
      name,
      lead: [
        `This link signs you in to ${brand} without a password.`,
        `It is valid for ${minutes(valid)} and works once.`,
      ],
      action: { label: 'Sign in', url: link },
      after: [
        'Do not pass it on: anyone who opens it is signed in as you. If you did not ask for it, ignore this e-mail.',
      ],
    }),
    impersonation_notice: ({ name, staff, reason, at }, { brand, moment, support }) => ({
      subject: `${brand} support accessed your account`,
      name,
      lead: [
        `A member of the ${brand} support team${staff ? ` (${staff})` : ''} accessed your account on ${moment(at)}.`,
        `Reason given: ${reason || '–'}`,
      ],
      ...(support && { action: { label: 'Contact support', url: support } }),
      after: [
        'Support cannot see or change your password, and everything they do is recorded in the log of your account.',
        'If you did not expect this, please contact support.',
      ],
    }),
    team_joined: ({ name, member, member_email, role: given }, { brand, role, linkTo }) => ({
      subject: `A new member in your ${brand} team`,
      name,
      lead: [
        `${member ? `${member} (${member_email})` : member_email} has accepted your invitation and is now in your team. Role: ${role(given)}.`,
      ],
      action: { label: 'Open the team page', url: linkTo('/api-access#team') },
      after: ['You can change the role or remove the member in your dashboard at any time.'],
    }),
    credentials_link: ({ name, login, link }, { brand }) => ({
      subject: `Your API credentials for ${brand}`,
      name,
      lead: [
        `You asked for a link to the API credentials of ${login}. For your safety they are shown only in the dashboard, never in a mail.`,
      ],
      action: { label: 'Open API Access', url: link },
      after: ['If you did not ask for this, ignore this e-mail.'],
    }),
    key_expires: ({ name, key, login, at, link }, { brand, moment }) => ({
      subject: `Your ${brand} API key “${key}” expires soon`,
      name,
      lead: [
        `The API key “${key}” of ${login} stops working on ${moment(at)}. Programs that use it are refused from then on.`,
      ],
      action: { label: 'Open the API keys', url: link },
      after: [
        'Extend it, or create a new key and use that in your program. If you no longer need it, there is nothing you need to do.',
      ],
    }),
    identity_linked: ({ name, provider: linked, at }, { brand, moment, provider, linkTo }) => ({
      subject: `${provider(linked)} sign-in added to your ${brand} account`,
      name,
      lead: [
        `A ${provider(linked)} account was linked to your ${brand} account on ${moment(at)}. You can sign in with it from now on.`,
      ],
      action: { label: 'Open profile', url: linkTo('/users/profile') },
      after: ['If it was not you, remove the link in your profile and change your password.'],
    }),
    link_first: ({ name, provider: service, sign_in_link, forgot_link }, { brand, provider }) => ({
      subject: `You already have a ${brand} account`,
      name,
      lead: [
        `Someone, probably you, tried to sign up for ${brand} with ${provider(service)} and this e-mail address. It already belongs to your account, so nothing was changed.`,
        `To sign in with ${provider(service)} from now on, sign in as before and link ${provider(service)} in your profile.`,
      ],
      action: { label: 'Sign in', url: sign_in_link },
      after: [
        { label: 'Forgot your password? Set a new one', url: forgot_link },
        'If it was not you, there is nothing you need to do.',
      ],
    }),
    sign_in_stopped: ({ name, at, forgot_link }, { brand, moment }) => ({
      subject: `Too many wrong passwords for your ${brand} account`,
      name,
      lead: [
        `A wrong password was entered for your ${brand} account many times in a row, the last time on ${moment(at)}. No one got in.`,
        'New browsers can no longer sign in with the password until you set a new one. Browsers you have signed in from before still can.',
      ],
      action: { label: 'Set a new password', url: forgot_link },
      after: [],
    }),
    ...enSecurity,
    ...enCompany,
    ...enSso,
    ...enStatus,
    ...enStaff,
    ...enClosing,
    database_updated: ({ name, database, version, link }, { brand }) => ({
      subject: `New version of a database you bought at ${brand}`,
      name,
      lead: [
        `There is a new version of “${database}”: ${version}. Your purchase includes updates, so the files are ready for you at no further charge.`,
      ],
      action: { label: 'Open My Purchases', url: link },
      after: ['What changed is described on the page of the database.'],
    }),
    ...enAlerts,
    ...enBilling,
    ...enBillingNotes,
    ...enSubscriptions,
  },
}
