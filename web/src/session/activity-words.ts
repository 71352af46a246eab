import type { MessageKey } from '#i18n/i18n.tsx'

/** The security log in plain sentences; an action that is not listed is shown as it is. */
const SENTENCES: Record<string, MessageKey> = {
  signed_up: 'The account was created',
  sign_up_rejected: 'The sign-up was rejected by the owner of the address',
  verified: 'The e-mail address was confirmed',
  signed_in: 'Signed in',
  community_sign_on: 'Signed in to the community',
  signed_out: 'Signed out',
  sign_in_failed: 'A sign-in attempt failed',
  sign_in_link_made: 'A sign-in link was created',
  reset_requested: 'A password reset was requested',
  password_reset: 'The password was reset with a link',
  password_changed: 'The password was changed',
  profile_changed: 'The profile was changed',
  preferences_changed: 'The e-mail preferences were changed',
  email_change_asked: 'A change of the e-mail address was requested',
  email_changed: 'The e-mail address was changed',
  email_restored: 'The change of the e-mail address was undone',
  passkey_added: 'A passkey was added',
  passkey_removed: 'A passkey was removed',
  session_ended: 'A session was ended',
  sessions_ended: 'All other sessions were ended',
  identity_linked: 'A sign-in service was linked',
  identity_unlinked: 'A sign-in service was unlinked',
  invitation_sent: 'An invitation to the team was sent',
  invitation_revoked: 'An invitation to the team was revoked',
  team_joined: 'A member joined the team',
  role_changed: 'The role of a team member was changed',
  cap_changed: 'The daily limit of a team member was changed',
  member_removed: 'A member was removed from the team',
  team_left: 'A member left the team',
  ownership_transferred: 'The account was handed over to another owner',
  factor_required: 'A second factor was made mandatory for the team',
  factor_not_required: 'A second factor is no longer mandatory for the team',
  sso_changed: 'The settings of single sign-on were changed',
  sso_on: 'Single sign-on was turned on',
  sso_off: 'Single sign-on was turned off',
  sso_required: 'Single sign-on was made mandatory for the domains of the team',
  sso_not_required: 'Single sign-on is no longer mandatory for the domains of the team',
  sso_removed: 'Single sign-on was removed',
  sso_domain_added: 'A domain was added for single sign-on',
  sso_domain_mailed: 'A link to prove a domain was sent by e-mail',
  sso_domain_proved: 'A domain was proved for single sign-on',
  sso_domain_removed: 'A domain was removed from single sign-on',
  sso_connected: 'The account was connected to single sign-on',
  acting_allowed: 'Our support was authorized to act on your behalf',
  acting_started: 'Our support started acting on your behalf',
  acting_ended: 'Our support stopped acting on your behalf',
  unconfirmed: 'The e-mail address must be confirmed again',
  credited: 'Credit was added to the balance',
  money_moved: 'Funds were moved between API logins',
  promo_redeemed: 'A promo code was redeemed',
  payment_ordered: 'A payment was started',
  payment_canceled: 'A payment was canceled',
  payment_refunded: 'A payment was refunded',
  call_refunded: 'A request was refunded',
  wire_confirmed: 'A wire transfer was confirmed',
  payment_method_asked_for: 'The page for adding a payment method was opened',
  payment_method_default: 'The default payment method was changed',
  payment_method_removed: 'A payment method was removed',
  billing_details_saved: 'The billing details were changed',
  subscription_ordered: 'A subscription was ordered',
  subscription_canceled: 'The renewal of a subscription was canceled',
  subscription_resumed: 'A subscription was resumed',
  recharge_changed: 'Auto-recharge was changed',
  recharge_off: 'Auto-recharge was turned off',
  database_bought: 'A database was bought',
  database_links_issued: 'Download links of a database were created',
  database_links_replaced: 'Download links of a database were replaced',
  staff_added: 'Staff rights were granted',
  staff_removed: 'Staff rights were revoked',
  staff_factor_made: 'A new second factor was set up',
  factor_turned_on: 'Two-factor authentication was turned on',
  factor_reset: 'Our support removed two-factor authentication and all passkeys',
  factor_turned_off: 'Two-factor authentication was turned off',
  recovery_codes_made: 'New recovery codes were created',
  second_factor_failed: 'A wrong code was entered at sign-in',
  recovery_code_used: 'A recovery code was used',
  all_sessions_ended: 'All sessions were ended',
  account_disabled: 'The account was disabled',
  account_enabled: 'The account was enabled again',
  feature_granted: 'A feature was turned on for you',
  feature_revoked: 'A feature was turned off for you',
  reauthentication_failed: 'A wrong sign-in password was entered',
  api_password_shown: 'The API password was shown',
  api_password_regenerated: 'A new API password was created',
  api_password_mailed: 'A link to the credentials was sent by e-mail',
  ip_rules_changed: 'The list of allowed addresses was changed',
  login_switched: 'The active API login was switched',
  machine_login_added: 'A machine login was added',
  agent_added: 'An agent login was created',
  agent_revoked: 'An agent login was revoked',
  login_off: 'An API login was turned off',
  login_on: 'An API login was turned on',
  limit_changed: 'A daily limit was changed',
  duplicates_changed: 'The limit on duplicate tasks was changed',
  webhook_delay_changed: 'The webhook delay was changed',
  webhooks_resent: 'Webhooks were resent',
  login_bounds_changed: 'The limits of an API login were changed',
  alerts_changed: 'The alerts were changed',
  alert_webhook_changed: 'The webhook address for alerts was changed',
  alert_webhook_removed: 'The webhook address for alerts was removed',
  alert_secret_rotated: 'A new signing secret for alerts was created',
  alert_test_sent: 'A test alert was sent',
  alert_replayed: 'An alert was resent',
}

const DOERS: Record<string, MessageKey> = {
  staff: 'Our support',
  operator: 'The operator',
  visitor: 'Not signed in',
  sso: 'Single sign-on',
  'unsubscribe-link': 'E-mail link',
  'one-click': 'E-mail link',
}

export function sentenceOf(action: string): MessageKey | undefined {
  return Object.hasOwn(SENTENCES, action) ? SENTENCES[action] : undefined
}

/** The actions whose sentence holds these words, in the reader's language. */
export function actionsSaying(words: string, t: (key: MessageKey) => string): string[] {
  const wanted = words.trim().toLowerCase()
  if (!wanted) return []
  return Object.entries(SENTENCES).flatMap(([action, key]) => (t(key).toLowerCase().includes(wanted) ? [action] : []))
}

/** Who did it, for the owner to read: an actor is `user:12`, `staff:3`, `operator:console`, or a word by itself. */
export function doerOf(actor: string, user_id: number): MessageKey | undefined {
  if (actor === `user:${user_id}`) return 'Yourself'
  const [kind = ''] = actor.split(':')
  if (kind === 'user') return 'A team member'
  return Object.hasOwn(DOERS, kind) ? DOERS[kind] : undefined
}
