import type { Mails } from '../mail-template.ts'

const nameOf = ({ member, member_email }: Record<'member' | 'member_email', string>) =>
  member ? `${member} (${member_email})` : member_email

export const teamMails = {
  team_joined: (t, member, { linkTo }) => ({
    subject: t('A new member in your {brand} team'),
    lead: [t('{who} has accepted your invitation and is now in your team. Role: {role}.', { who: nameOf(member) })],
    action: { label: t('Open the team page'), url: linkTo('/api-access#team') },
    after: [t('You can change the role or remove the member in your dashboard at any time.')],
  }),
  sso_changed: (t, { other_email }, { linkTo }) => ({
    subject: t('Single sign-on of your team at {brand} was changed'),
    lead: [
      other_email
        ? t('{other} ({other_email}) changed the single sign-on settings of the team “{team}” on {at}.')
        : t('A domain of the team “{team}” was confirmed for single sign-on by e-mail on {at}.'),
      t(
        'Single sign-on decides who can enter your team. If you do not recognize this change, check the settings now and turn single sign-on off.',
      ),
    ],
    action: { label: t('Check the settings'), url: linkTo('/api-access#sso') },
  }),
  sso_domain: (t, { link }) => ({
    subject: t('Confirm {domain} for single sign-on at {brand}'),
    lead: [
      t(
        '{other} ({other_email}) wants the team “{team}” to use single sign-on for everyone with an e-mail address at {domain}.',
      ),
      t(
        'Confirm this only if you run this domain and know the sender: the team then decides how people with these addresses sign in to it.',
      ),
    ],
    action: { label: t('View the request'), url: link },
    after: [
      t('The link is valid for {days}.'),
      t('If you do not know the sender, ignore this e-mail. Nothing changes then.'),
    ],
  }),
  sso_full: (t, _, { linkTo }) => ({
    subject: t('Single sign-on of your team at {brand} is on hold for new users'),
    lead: [
      t(
        'The sign-in service of the team “{team}” has created {accounts} accounts, too many within a short time. For now, new users cannot join this way. Members sign in as usual.',
      ),
      t(
        'If you are adding many people, they can join within a day. If you do not know them, check your sign-in service and turn single sign-on off.',
      ),
    ],
    action: { label: t('Check the members'), url: linkTo('/api-access#team') },
  }),
  sso_joined: (t, member, { linkTo }) => ({
    subject: t('New member in your team at {brand}'),
    lead: [t('{who} signed in with single sign-on and is now in your team. Role: {role}.', { who: nameOf(member) })],
    action: { label: t('Open the team page'), url: linkTo('/api-access#team') },
    after: [t('You can change the role or remove the member in your dashboard at any time.')],
  }),
  account_closing: (t, _, { linkTo }) => ({
    subject: t('An account at {brand} is being closed'),
    lead: [
      t(
        'The account of {team} at {brand} was closed by an owner. Calls to the API are refused from now on, and nothing is renewed or charged.',
      ),
      t(
        'Personal data is erased on {at}. Until then every owner can cancel the closing with one click. The remaining balance is not refunded automatically: contact us before that date if you want a refund.',
      ),
    ],
    action: { label: t('Cancel the closing'), url: linkTo('/users/profile#close-account') },
    after: [t('If it was not you or another owner, cancel the closing, set a new password and contact us.')],
  }),
  account_closes_soon: (t, _, { linkTo }) => ({
    subject: t('An account at {brand} will be erased soon'),
    lead: [
      t('The account of {team} at {brand} is closed and will be erased on {at}.'),
      t('After that it cannot be recovered. Download your data or cancel the closing in your profile before then.'),
    ],
    action: { label: t('Open the profile'), url: linkTo('/users/profile#close-account') },
  }),
  account_closed: (t, _, { linkTo }) => ({
    subject: t('An account at {brand} was closed'),
    lead: [
      t(
        'The account of {team} at {brand} was closed on {at}. Personal data is being erased; invoices are kept as the law requires.',
      ),
      t('Thank you for having been our customer. You can sign up again at any time.'),
    ],
    action: { label: t('Sign up again'), url: linkTo('/register') },
  }),
} satisfies Partial<Mails>
