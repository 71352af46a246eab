import type { SsoMails } from '../mail-template.ts'

export const enSso: SsoMails = {
  sso_changed: ({ name, team, other, other_email, at }, { brand, moment, linkTo }) => ({
    subject: `Single sign-on of your team at ${brand} was changed`,
    name,
    lead: [
      other_email
        ? `${other} (${other_email}) changed the single sign-on settings of the team “${team}” on ${moment(at)}.`
        : `A domain of the team “${team}” was confirmed for single sign-on by e-mail on ${moment(at)}.`,
      'Single sign-on decides who can enter your team. If you do not recognize this change, check the settings now and turn single sign-on off.',
    ],
    action: { label: 'Check the settings', url: linkTo('/api-access#sso') },
    after: [],
  }),
  sso_domain: ({ domain, team, other, other_email, link, days: valid }, { brand, days }) => ({
    subject: `Confirm ${domain} for single sign-on at ${brand}`,
    lead: [
      `${other} (${other_email}) wants the team “${team}” to use single sign-on for everyone with an e-mail address at ${domain}.`,
      'Confirm this only if you run this domain and know the sender: the team then decides how people with these addresses sign in to it.',
    ],
    action: { label: 'View the request', url: link },
    after: [
      `The link is valid for ${days(valid)}.`,
      'If you do not know the sender, ignore this e-mail. Nothing changes then.',
    ],
  }),
  sso_full: ({ name, team, accounts }, { brand, linkTo }) => ({
    subject: `Single sign-on of your team at ${brand} is on hold for new users`,
    name,
    lead: [
      `The sign-in service of the team “${team}” has created ${accounts} accounts, too many within a short time. For now, new users cannot join this way. Members sign in as usual.`,
      'If you are adding many people, they can join within a day. If you do not know them, check your sign-in service and turn single sign-on off.',
    ],
    action: { label: 'Check the members', url: linkTo('/api-access#team') },
    after: [],
  }),
  sso_joined: ({ name, member, member_email, role: given }, { brand, role, linkTo }) => ({
    subject: `New member in your team at ${brand}`,
    name,
    lead: [
      `${member ? `${member} (${member_email})` : member_email} signed in with single sign-on and is now in your team. Role: ${role(given)}.`,
    ],
    action: { label: 'Open the team page', url: linkTo('/api-access#team') },
    after: ['You can change the role or remove the member in your dashboard at any time.'],
  }),
}
