import type { Mails } from '../mail-template.ts'

export const accountMails = {
  activation: (t, { link }) => ({
    subject: t('Confirm your e-mail address for {brand}'),
    lead: [
      t(
        'Thank you for signing up for {brand}. To finish, enter this code on the page where you signed up, or open the link below.',
      ),
    ],
    action: { label: t('Confirm e-mail address'), url: link },
    after: [
      t('The code is valid for {code_minutes}, the link for {link_hours}.'),
      t('If you did not sign up, ignore this e-mail. Without this confirmation no account is opened.'),
    ],
  }),
  confirm_again: (t, { link }) => ({
    subject: t('Confirm your e-mail address for {brand} again'),
    lead: [
      t(
        'Please confirm that this address is still yours: {brand} uses it for everything that concerns your account. Until you do, the API refuses calls; nothing else changes.',
      ),
    ],
    action: { label: t('Confirm e-mail address'), url: link },
    after: [t('The link is valid for {link_hours}.'), t('If you do not use this account, ignore this e-mail.')],
  }),
  already_registered: (t, { sign_in_link, forgot_link }) => ({
    subject: t('You already have a {brand} account'),
    lead: [
      t(
        'Someone, probably you, tried to sign up for {brand} with this e-mail address. It already belongs to your account, so nothing was changed. You can simply sign in.',
      ),
    ],
    action: { label: t('Sign in'), url: sign_in_link },
    after: [
      { label: t('Forgot your password? Set a new one'), url: forgot_link },
      t('If it was not you, there is nothing you need to do.'),
    ],
  }),
  reset: (t, { link }) => ({
    subject: t('Set a new password for {brand}'),
    lead: [
      t('We received a request to set a new password for your {brand} account.'),
      t('The link is valid for {minutes} and works once.'),
    ],
    action: { label: t('Set a new password'), url: link },
    after: [t('If you did not ask for this, ignore this e-mail. Your password stays as it is.')],
  }),
  password_changed: (t, { forgot_link }) => ({
    subject: t('Your {brand} password was changed'),
    lead: [
      t('The password of your {brand} account was changed on {at}.'),
      t('If it was you, there is nothing you need to do. If it was not, set a new password now.'),
    ],
    action: { label: t('Set a new password'), url: forgot_link },
  }),
  invitation: (t, { team, inviter, link }, { brand }) => {
    const names = { inviter: inviter || brand, team: team || brand }
    return {
      subject: t('{inviter} invites you to a team on {brand}', names),
      lead: [
        team === inviter
          ? t('{inviter} invites you to join their team on {brand}. Your role: {role}.', names)
          : t('{inviter} invites you to join the team of {team} on {brand}. Your role: {role}.', names),
      ],
      action: { label: t('View the invitation'), url: link },
      after: [
        t('The invitation is valid for {days} and works only for this e-mail address.'),
        t('If you do not know the sender, ignore this e-mail.'),
      ],
    }
  },
  sign_in_link: (t, { link }) => ({
    subject: t('Your sign-in link for {brand}'),
    lead: [t('This link signs you in to {brand} without a password.'), t('It is valid for {minutes} and works once.')],
    action: { label: t('Sign in'), url: link },
    after: [
      t('Do not pass it on: anyone who opens it is signed in as you. If you did not ask for it, ignore this e-mail.'),
    ],
  }),
  impersonation_notice: (t, { staff, reason }, { support }) => ({
    subject: t('{brand} support accessed your account'),
    lead: [
      staff
        ? t('A member of the {brand} support team ({staff}) accessed your account on {at}.')
        : t('A member of the {brand} support team accessed your account on {at}.'),
      t('Reason given: {reason}', { reason: reason || '–' }),
    ],
    ...(support && { action: { label: t('Contact support'), url: support } }),
    after: [
      t('Support cannot see or change your password, and everything they do is recorded in the log of your account.'),
      t('If you did not expect this, please contact support.'),
    ],
  }),
  credentials_link: (t, { link }) => ({
    subject: t('Your API credentials for {brand}'),
    lead: [
      t(
        'You asked for a link to the API credentials of {login}. For your safety they are shown only in the dashboard, never in a mail.',
      ),
    ],
    action: { label: t('Open API Access'), url: link },
    after: [t('If you did not ask for this, ignore this e-mail.')],
  }),
  key_expires: (t, { link }) => ({
    subject: t('Your {brand} API key “{key}” expires soon'),
    lead: [t('The API key “{key}” of {login} stops working on {at}. Programs that use it are refused from then on.')],
    action: { label: t('Open the API keys'), url: link },
    after: [
      t(
        'Extend it, or create a new key and use that in your program. If you no longer need it, there is nothing you need to do.',
      ),
    ],
  }),
  identity_linked: (t, _, { linkTo }) => ({
    subject: t('{provider} sign-in added to your {brand} account'),
    lead: [t('A {provider} account was linked to your {brand} account on {at}. You can sign in with it from now on.')],
    action: { label: t('Open profile'), url: linkTo('/users/profile') },
    after: [t('If it was not you, remove the link in your profile and change your password.')],
  }),
  link_first: (t, { sign_in_link, forgot_link }) => ({
    subject: t('You already have a {brand} account'),
    lead: [
      t(
        'Someone, probably you, tried to sign up for {brand} with {provider} and this e-mail address. It already belongs to your account, so nothing was changed.',
      ),
      t('To sign in with {provider} from now on, sign in as before and link {provider} in your profile.'),
    ],
    action: { label: t('Sign in'), url: sign_in_link },
    after: [
      { label: t('Forgot your password? Set a new one'), url: forgot_link },
      t('If it was not you, there is nothing you need to do.'),
    ],
  }),
  sign_in_stopped: (t, { forgot_link }) => ({
    subject: t('Too many wrong passwords for your {brand} account'),
    lead: [
      t(
        'A wrong password was entered for your {brand} account many times in a row, the last time on {at}. No one got in.',
      ),
      t(
        'New browsers can no longer sign in with the password until you set a new one. Browsers you have signed in from before still can.',
      ),
    ],
    action: { label: t('Set a new password'), url: forgot_link },
  }),
  database_updated: (t, { link }) => ({
    subject: t('New version of a database you bought at {brand}'),
    lead: [
      t(
        'There is a new version of “{database}”: {version}. Your purchase includes updates, so the files are ready for you at no further charge.',
      ),
    ],
    action: { label: t('Open My Purchases'), url: link },
    after: [t('What changed is described on the page of the database.')],
  }),
} satisfies Partial<Mails>
