import type { CompanyMails } from '../mail-template.ts'

export const enCompany: CompanyMails = {
  ownership_received: ({ name, team, other, other_email, at }, { brand, moment, linkTo }) => ({
    subject: `You are an owner of a team at ${brand}`,
    name,
    lead: [
      `${other} (${other_email}) made you an owner of the team “${team}” on ${moment(at)}. You now have full control of this account, including payments and other owners.`,
      'If ownership was transferred to you, the previous owner still knows the API passwords of its logins. Create new ones as soon as your programs allow it.',
    ],
    action: { label: 'Open the team page', url: linkTo('/api-access#team') },
    after: [],
  }),
  ownership_given: ({ name, team, other, other_email, at }, { brand, moment, linkTo }) => ({
    subject: `You transferred a team at ${brand}`,
    name,
    lead: [
      `You made ${other} (${other_email}) the owner of the team “${team}” on ${moment(at)}. You are an admin of this team now.`,
      'If it was not you, set a new password now and contact us.',
    ],
    action: { label: 'Open the team page', url: linkTo('/api-access#team') },
    after: [],
  }),
  new_device: ({ name, device, ip, at, forgot_link }, { brand, moment }) => ({
    subject: `New sign-in to your ${brand} account`,
    name,
    lead: [
      `Someone signed in to your ${brand} account on ${moment(at)} with a combination of browser and IP address that we have not seen before.`,
      `Browser: ${device}. IP address: ${ip}.`,
      'If it was you, there is nothing you need to do. If it was not, set a new password now: this ends all sessions.',
    ],
    action: { label: 'Set a new password', url: forgot_link },
    after: [],
  }),
  factor_required: ({ name, team, at }, { brand, moment, linkTo }) => ({
    subject: `Your team at ${brand} will require a second factor`,
    name,
    lead: [
      `From ${moment(at)}, the team “${team}” can only be used by members who have two-factor authentication or a passkey.`,
      'You have neither yet. Set one up in your profile before then: without it, you cannot work on this team’s logins from that moment. Calls to the API are not affected.',
    ],
    action: { label: 'Set it up in the profile', url: linkTo('/users/profile#two-factor') },
    after: [],
  }),
  factor_reset: ({ name, at, forgot_link }, { brand, moment }) => ({
    subject: `Two-factor authentication of your ${brand} account was reset`,
    name,
    lead: [
      `On ${moment(at)} support removed two-factor authentication and all passkeys from your ${brand} account, because they were reported lost. All sessions were ended.`,
      'Sign in with your password and set up two-factor authentication again.',
      'If you did not ask for this, set a new password now and contact us.',
    ],
    action: { label: 'Set a new password', url: forgot_link },
    after: [],
  }),
  data_ready: ({ name, link, days: valid }, { brand, days }) => ({
    subject: `Your data from ${brand} is ready to download`,
    name,
    lead: [`The archive with your data at ${brand} is ready. Sign in and download it in your profile.`],
    action: { label: 'Open your profile', url: link },
    after: [
      `It can be downloaded for ${days(valid)}, only by you, and is then deleted.`,
      'If you did not ask for it, set a new password now and contact us.',
    ],
  }),
}
