import type { Mails } from '../mail-template.ts'

export const securityMails = {
  factor_on: (t, { forgot_link }) => ({
    subject: t('Two-factor authentication is on for your {brand} account'),
    lead: [
      t(
        'Two-factor authentication was turned on for your {brand} account on {at}. From now on, signing in takes a code from your authenticator app as well.',
      ),
      t('All other sessions were ended. API access is not affected.'),
      t('If it was not you, set a new password now and contact us.'),
    ],
    action: { label: t('Set a new password'), url: forgot_link },
  }),
  factor_off: (t, { forgot_link }) => ({
    subject: t('Two-factor authentication is off for your {brand} account'),
    lead: [
      t(
        'Two-factor authentication was turned off for your {brand} account on {at}. Signing in no longer takes a code.',
      ),
      t(
        'If it was you, there is nothing you need to do. If it was not, set a new password now and turn two-factor authentication on again.',
      ),
    ],
    action: { label: t('Set a new password'), url: forgot_link },
  }),
  email_change_old: (t) => ({
    subject: t('Confirm the new e-mail address for your {brand} account'),
    lead: [
      t(
        'Someone who is signed in to your {brand} account wants to change its e-mail address to {new_email}. To confirm, enter this code on the profile page.',
      ),
    ],
    after: [
      t('The code is valid for {minutes}.'),
      t('If it was not you, do not enter the code anywhere, and set a new password: someone knows the one you have.'),
    ],
  }),
  email_change_new: (t) => ({
    subject: t('Confirm your new e-mail address for {brand}'),
    lead: [
      t(
        'This address is to become the e-mail address of an account at {brand}. To confirm, enter this code on the profile page.',
      ),
    ],
    after: [
      t('The code is valid for {minutes}.'),
      t('If you did not ask for this, ignore this e-mail. Nothing changes without the code.'),
    ],
  }),
  email_changed: (t, { link }) => ({
    subject: t('The e-mail address of your {brand} account was changed'),
    lead: [
      t(
        'The e-mail address of your {brand} account was changed to {new_email} on {at}. You sign in with the new address from now on.',
      ),
      t(
        'If it was you, there is nothing you need to do. If it was not, undo the change with this link: the account gets this address again, and everyone is signed out.',
      ),
    ],
    action: { label: t('Undo the change'), url: link },
    after: [t('The link works once, for {days}.')],
  }),
  email_restored: (t, { forgot_link }) => ({
    subject: t('The e-mail address of your {brand} account was restored'),
    lead: [
      t('The e-mail address of your {brand} account was changed back to this one on {at}. Everyone was signed out.'),
      t('If someone else changed it, they may know your password. Set a new one now.'),
    ],
    action: { label: t('Set a new password'), url: forgot_link },
    after: [
      t(
        'Passkeys, linked sign-in services and two-factor authentication that were added around the time of the change were removed.',
      ),
    ],
  }),
  passkey_added: (t, _, { linkTo }) => ({
    subject: t('A passkey was added to your {brand} account'),
    lead: [
      t(
        'The passkey “{passkey}” was added to your {brand} account on {at}. Anyone who holds it can sign in without a password.',
      ),
      t(
        'If it was you, there is nothing you need to do. If it was not, remove it in your profile and set a new password.',
      ),
    ],
    action: { label: t('Open the profile'), url: linkTo('/users/profile#passkeys') },
  }),
  ownership_received: (t, _, { linkTo }) => ({
    subject: t('You are an owner of a team at {brand}'),
    lead: [
      t(
        '{other} ({other_email}) made you an owner of the team “{team}” on {at}. You now have full control of this account, including payments and other owners.',
      ),
      t(
        'If ownership was transferred to you, the previous owner still knows the API passwords of its logins. Create new ones as soon as your programs allow it.',
      ),
    ],
    action: { label: t('Open the team page'), url: linkTo('/api-access#team') },
  }),
  ownership_given: (t, _, { linkTo }) => ({
    subject: t('You transferred a team at {brand}'),
    lead: [
      t('You made {other} ({other_email}) the owner of the team “{team}” on {at}. You are an admin of this team now.'),
      t('If it was not you, set a new password now and contact us.'),
    ],
    action: { label: t('Open the team page'), url: linkTo('/api-access#team') },
  }),
  new_device: (t, { forgot_link }) => ({
    subject: t('New sign-in to your {brand} account'),
    lead: [
      t(
        'Someone signed in to your {brand} account on {at} with a combination of browser and IP address that we have not seen before.',
      ),
      t('Browser: {device}. IP address: {ip}.'),
      t(
        'If it was you, there is nothing you need to do. If it was not, set a new password now: this ends all sessions.',
      ),
    ],
    action: { label: t('Set a new password'), url: forgot_link },
  }),
  factor_required: (t, _, { linkTo }) => ({
    subject: t('Your team at {brand} will require a second factor'),
    lead: [
      t('From {at}, the team “{team}” can only be used by members who have two-factor authentication or a passkey.'),
      t(
        'You have neither yet. Set one up in your profile before then: without it, you cannot work on this team’s logins from that moment. Calls to the API are not affected.',
      ),
    ],
    action: { label: t('Set it up in the profile'), url: linkTo('/users/profile#two-factor') },
  }),
  factor_reset: (t, { forgot_link }) => ({
    subject: t('Two-factor authentication of your {brand} account was reset'),
    lead: [
      t(
        'On {at} support removed two-factor authentication and all passkeys from your {brand} account, because they were reported lost. All sessions were ended.',
      ),
      t('Sign in with your password and set up two-factor authentication again.'),
      t('If you did not ask for this, set a new password now and contact us.'),
    ],
    action: { label: t('Set a new password'), url: forgot_link },
  }),
  data_ready: (t, { link }) => ({
    subject: t('Your data from {brand} is ready to download'),
    lead: [t('The archive with your data at {brand} is ready. Sign in and download it in your profile.')],
    action: { label: t('Open your profile'), url: link },
    after: [
      t('It can be downloaded for {days}, only by you, and is then deleted.'),
      t('If you did not ask for it, set a new password now and contact us.'),
    ],
  }),
} satisfies Partial<Mails>
