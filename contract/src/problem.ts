/** Failures that only staff in the console meet: their texts are in web/i18n/operator, which no customer loads. */
export const STAFF_PROBLEMS = {
  approval_needed: {
    status: 409,
    text: 'This is above the limit for one person. It now waits for the approval of a colleague.',
  },
  own_request: { status: 409, text: 'You requested this yourself. A colleague has to approve it.' },
  unknown_approval: { status: 404, text: 'This request no longer exists.' },
  already_decided: { status: 409, text: 'A colleague has already decided this, or it has expired.' },
  requester_lacks_role: { status: 409, text: 'The colleague who requested this no longer has permission to do it.' },
} as const

/**
 * Every failure the product can explain, for both sides. The English text is the translation key; anything that is not
 * in this table is a bug and answers 'Some error.'.
 */
export const PROBLEMS = {
  bad_request: { status: 400, text: 'The request could not be read.' },
  invalid_input: { status: 400, text: 'Please check the highlighted fields.' },
  forged: { status: 403, text: 'This page is out of date. Reload it and try again.' },
  sign_in_needed: { status: 401, text: 'Please sign in to continue.' },
  not_allowed: { status: 404, text: 'You do not have permission to access that page.' },
  wrong_credentials: { status: 400, text: 'Wrong e-mail or password.' },
  too_many_tries: { status: 429, text: 'Too many attempts. Please wait a few minutes and try again.' },
  wait_minutes: {
    status: 429,
    text: 'Too many attempts. Please try again in {minutes, plural, one {# minute} other {# minutes}}.',
  },
  wait_hours: {
    status: 429,
    text: 'Too many attempts today. Please try again in {hours, plural, one {# hour} other {# hours}}.',
  },
  too_many_mails: { status: 429, text: 'Too many requests for this address. Please try again in an hour.' },
  too_far_back: {
    status: 400,
    text: 'These days are too far back to read this many calls at once. Choose fewer days, or remove the filter or the sorting.',
  },
  busy: { status: 503, text: 'We are busy right now. Please try again in a moment.' },
  confirm_first: { status: 400, text: 'Wrong e-mail or password, or the account is not confirmed yet.' },
  account_disabled: { status: 403, text: 'This account is disabled. Please contact support.' },
  bot_check_failed: { status: 400, text: 'The automatic check failed. Please try again.' },
  link_used: { status: 400, text: 'This link is no longer valid.' },
  wrong_code: { status: 400, text: 'The code is wrong or no longer valid.' },
  code_spent: { status: 400, text: 'Too many wrong codes. Request a new one.' },
  wrong_password: { status: 400, text: 'The current password is wrong.' },
  invitation_needed: { status: 403, text: 'Sign-up here is by invitation only.' },
  invitation_over: {
    status: 403,
    text: 'This invitation is no longer valid. It was used, revoked or replaced, or it has expired. Ask for a new one.',
  },
  invitation_for_other: { status: 403, text: 'This invitation was sent to another e-mail address.' },
  third_party_failed: { status: 400, text: 'Sign-in with this service failed. Please try again.' },
  third_party_missing: { status: 400, text: 'This service is not set up here: its client ID and secret are missing.' },
  third_party_taken: { status: 409, text: 'This service is linked to another account.' },
  third_party_link_first: {
    status: 409,
    text: 'An account with this e-mail already exists. Sign in with your password, then link the service in your profile.',
  },
  last_sign_in: { status: 409, text: 'This is your only way to sign in. Set a password first.' },
  no_password_yet: { status: 409, text: 'You don’t have a password yet. Request a link to set one in your profile.' },
  staff_only: { status: 403, text: 'Only signed-in staff can open this link.' },
  factor_needed: { status: 403, text: 'Please enter a code from your authenticator app.' },
  factor_setup_needed: { status: 403, text: 'Your team requires a second factor. Set one up in your profile first.' },
  own_factor_first: { status: 409, text: 'Set up two-factor authentication or a passkey for yourself first.' },
  sso_unknown: { status: 404, text: 'There is no single sign-on for this e-mail domain.' },
  sso_failed: { status: 400, text: 'Single sign-on failed. Please try again.' },
  not_by_sso: {
    status: 403,
    text: 'You signed in with your team’s single sign-on, which opens this team only. Sign in with your password to do this.',
  },
  sso_full: {
    status: 429,
    text: 'Your team’s single sign-on has created too many new accounts. Please try again later.',
  },
  sso_no_access: {
    status: 403,
    text: 'Your company’s sign-in service does not give you access here. Please ask your administrator.',
  },
  sso_address: {
    status: 403,
    text: 'Your sign-in service returned an e-mail address that is not verified or belongs to another domain. Please ask your administrator.',
  },
  sso_not_connected: { status: 409, text: 'Your account is not connected to single sign-on.' },
  sso_not_ready: { status: 409, text: 'Verify a domain and run the test first.' },
  sso_unreachable: {
    status: 409,
    text: 'The sign-in service did not respond as an OpenID Connect issuer. Check the issuer address.',
  },
  domain_public: { status: 409, text: 'This domain belongs to an e-mail provider. Enter a domain of your company.' },
  domain_taken: { status: 409, text: 'Another account has already verified this domain.' },
  domain_not_proved: {
    status: 409,
    text: 'We could not find this DNS record yet. It can take up to an hour for a new record to become visible.',
  },
  unknown_domain: { status: 404, text: 'This domain is no longer listed.' },
  sign_in_again: { status: 400, text: 'Your sign-in took too long. Please enter your password again.' },
  passkey_failed: { status: 400, text: 'The passkey could not be verified. Please try again.' },
  setup_over: { status: 400, text: 'The setup took too long. Please start again.' },
  not_while_acting: { status: 403, text: 'This cannot be done while acting as a customer.' },
  reauth_needed: { status: 403, text: 'Please enter your sign-in password again.' },
  not_kept: { status: 409, text: 'We don’t store this password. Create a new one to see it.' },
  login_changed: { status: 409, text: 'You switched logins in another tab. Nothing was changed. Reload to continue.' },
  list_changed: {
    status: 409,
    text: 'The list was changed in the meantime. Nothing was saved. Check it and save again.',
  },
  values_changed: { status: 409, text: 'Changed elsewhere in the meantime. Your changes are not saved.' },
  owner_only: { status: 403, text: 'Only an owner of this team can do this.' },
  last_owner: { status: 409, text: 'A team needs an owner. Make someone else an owner first.' },
  founder_stays: {
    status: 409,
    text: 'The person who opened the account stays in its team. An owner can make them a viewer.',
  },
  already_owner: { status: 409, text: 'This person is an owner already.' },
  owner_has_no_cap: { status: 409, text: 'An owner has no daily limit. Change the role first.' },
  above_own_cap: { status: 403, text: 'You can’t set more than your own daily limit.' },
  unknown_user: { status: 404, text: 'User not found.' },
  unknown_login: { status: 404, text: 'API login not found.' },
  unknown_agent: { status: 404, text: 'This agent login no longer exists.' },
  unknown_key: { status: 404, text: 'This API key no longer exists.' },
  key_expired: { status: 409, text: 'This API key has expired. Choose a later expiry first.' },
  no_webhook: { status: 409, text: 'Save an address first.' },
  not_stored: { status: 404, text: 'This is no longer stored.' },
  too_many: { status: 409, text: 'The maximum number has been reached.' },
  already_there: { status: 409, text: 'This already exists.' },
  insufficient_funds: { status: 402, text: 'The balance is too low for this.' },
  promo_unknown: { status: 404, text: 'We do not know this promo code. Check the spelling.' },
  promo_ended: { status: 409, text: 'This promo code is no longer valid.' },
  promo_used: { status: 409, text: 'Your account has already used this promo code.' },
  promo_budget_gone: { status: 409, text: 'This promotion is used up. Nothing was credited.' },
  promo_waiting: {
    status: 409,
    text: 'Another discount code is already waiting for your next payment. You can redeem this one after that payment.',
  },
  trial_credit: { status: 409, text: 'Trial credit stays with its login. You can move it once you have added funds.' },
  login_on_hold: { status: 409, text: 'This login is on hold. Its funds cannot be moved.' },
  payments_off: { status: 409, text: 'Payments by card are not available here.' },
  payment_service_down: {
    status: 503,
    text: 'The payment service is not responding. Nothing was charged. Please try again in a moment.',
  },
  processor_silent: { status: 503, text: 'The payment service is not responding. Please try again in a moment.' },
  cancel_unanswered: {
    status: 503,
    text: 'The payment service is not responding, so we could not cancel the payment. Please try again in a moment.',
  },
  total_changed: { status: 409, text: 'The total has changed. Please check it and confirm again.' },
  too_many_orders: {
    status: 429,
    text: 'Too many payments were started within an hour. Please try again in {minutes, plural, one {# minute} other {# minutes}}.',
  },
  unknown_order: { status: 404, text: 'Payment not found.' },
  unknown_method: { status: 404, text: 'This payment method is no longer available.' },
  order_over: { status: 409, text: 'This payment can no longer be canceled.' },
  billing_details_needed: { status: 409, text: 'Please enter your billing details first.' },
  unknown_document: { status: 404, text: 'Document not found.' },
  already_subscribed: { status: 409, text: 'This subscription is already active.' },
  subscription_pending: { status: 409, text: 'A payment for this subscription is already in progress.' },
  not_subscribed: { status: 409, text: 'The subscription has changed in the meantime. Reload the page.' },
  price_changed: { status: 409, text: 'The price has changed. Reload the page to see the new one.' },
  unknown_database: { status: 404, text: 'Database not found.' },
  order_changed: { status: 409, text: 'The price or the version has changed. Please check your order again.' },
  unknown_purchase: { status: 404, text: 'Purchase not found.' },
  files_not_ready: { status: 409, text: 'The files of this purchase are not ready yet.' },
  export_too_soon: { status: 409, text: 'You can request a new download 24 hours after the last one.' },
  unknown_export: { status: 404, text: 'This download is no longer available. Prepare a new one.' },
  account_closing: { status: 409, text: 'This account is being closed. Cancel the closing to make changes.' },
  leave_teams_first: { status: 409, text: 'The person who opened this account has to leave their other team first.' },
  ...STAFF_PROBLEMS,
  unreachable: { status: 503, text: 'No connection. Check your network and try again.' },
  internal: { status: 500, text: 'Some error.' },
} as const

export type ProblemCode = keyof typeof PROBLEMS

/** What both sides know of a problem. The page's class has the text of the reply instead of the list above. */
export interface ProblemFacts {
  readonly code: ProblemCode
  readonly values: Record<string, string | number>
  /** Message key per input field, when the problem is about the input. */
  readonly fields: Record<string, string>
}
export type ProblemDetails = Partial<Pick<ProblemFacts, 'values' | 'fields'>>

export class Problem extends Error implements ProblemFacts {
  readonly code: ProblemCode
  readonly values: ProblemFacts['values']
  readonly fields: ProblemFacts['fields']

  constructor(code: ProblemCode, more: ProblemDetails = {}) {
    super(PROBLEMS[code].text)
    this.name = 'Problem'
    this.code = code
    this.values = more.values ?? {}
    this.fields = more.fields ?? {}
  }
}

export function isProblemCode(code: unknown): code is ProblemCode {
  return typeof code === 'string' && Object.hasOwn(PROBLEMS, code)
}
