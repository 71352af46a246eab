import type { PROBLEMS, ProblemCode, ProblemDetails, ProblemFacts } from '@portico/contract/problem.ts'

/** English texts of problems; the types hold them to the contract's. */
export type ProblemTexts = { [C in ProblemCode]?: (typeof PROBLEMS)[C]['text'] }

/**
 * Problems that the page itself raises, without a reply or before a request. The texts of all other problems come with
 * the server's reply, so no page carries the whole list.
 */
export const PAGE_PROBLEMS = {
  sign_in_needed: 'Please sign in to continue.',
  bot_check_failed: 'The automatic check failed. Please try again.',
  invitation_over:
    'This invitation is no longer valid. It was used, revoked or replaced, or it has expired. Ask for a new one.',
  third_party_failed: 'Sign-in with this service failed. Please try again.',
  staff_only: 'Only signed-in staff can open this link.',
  passkey_failed: 'The passkey could not be verified. Please try again.',
  above_own_cap: 'You can’t set more than your own daily limit.',
  too_many: 'The maximum number has been reached.',
  already_there: 'This already exists.',
  total_changed: 'The total has changed. Please check it and confirm again.',
  unreachable: 'No connection. Check your network and try again.',
  internal: 'Some error.',
} as const satisfies ProblemTexts

type PageProblemCode = keyof typeof PAGE_PROBLEMS

/** The one error class of the page: for its own failures and for the server's replies. */
export class Problem extends Error implements ProblemFacts {
  readonly code: ProblemCode
  readonly values: ProblemFacts['values']
  readonly fields: ProblemFacts['fields']
  /** True when a server has read the request and refused it. */
  readonly isRefusal: boolean

  constructor(code: PageProblemCode, more?: ProblemDetails)
  constructor(code: ProblemCode, more: ProblemDetails & { text: string; isRefusal: boolean })
  constructor(
    code: ProblemCode,
    { text, isRefusal, values, fields }: ProblemDetails & { text?: string; isRefusal?: boolean } = {},
  ) {
    super(text ?? (isPageProblem(code) ? PAGE_PROBLEMS[code] : PAGE_PROBLEMS.internal))
    this.name = 'Problem'
    this.code = code
    this.values = values ?? {}
    this.fields = fields ?? {}
    this.isRefusal = isRefusal ?? (code !== 'unreachable' && code !== 'internal')
  }
}

function isPageProblem(code: string): code is PageProblemCode {
  return Object.hasOwn(PAGE_PROBLEMS, code)
}
