/** `is_final`: this recipient will never accept the mail, so that a retry would only harm our reputation as a sender. */
export interface MailFailure {
  reason: string
  is_final: boolean
  /** The reply of a mail server that refused the recipient for good: the mail came back. */
  bounce?: string
}

const REASON_MAX = 500
/** Only this much of a reply is searched, because its length is up to a server we do not know. */
const LONGEST_REPLY = 4 * REASON_MAX

/**
 * The reason of a failure, fit for the database and the log: servers like to repeat addresses and links in their answers. Only a
 * refused recipient is final; a refused sender, password or message is for the operator to fix.
 */
export function mailFailure(error: unknown): MailFailure {
  const { message, code, command, response, permanent } = partsOf(error)
  const output = response ?? message ?? 'unknown error'
  const reason = [code, command, output].filter((part) => part !== undefined).join(' ')
  const is_final = permanent === true && command === 'RCPT TO'
  return {
    reason: fit(reason),
    is_final,
    ...(is_final && response !== undefined && { bounce: fit(response) }),
  }
}

type Parts = Partial<Record<'message' | 'code' | 'command' | 'response', string>> & { permanent?: boolean }

function partsOf(error: unknown): Parts {
  if (typeof error !== 'object' || error === null) return {}
  const text = (name: string) => {
    const value: unknown = Reflect.get(error, name)
    return typeof value === 'string' && value !== '' ? value : undefined
  }
  const [message, code, command, response] = [text('message'), text('code'), text('command'), text('response')]
  return { message, code, command, response, permanent: Reflect.get(error, 'permanent') === true }
}

function fit(text: string): string {
  return redact(text).slice(0, REASON_MAX)
}

function redact(text: string): string {
  return text
    .slice(0, LONGEST_REPLY)
    .replace(/\b[a-z][a-z0-9+.-]{0,30}:\/\/\S+/gi, '[link]')
    .replace(/[^\s<>"'(),;:]{1,254}@[^\s<>"'(),;:]+/g, '[address]')
    .replace(/[\w+/=-]{24,}/g, '[…]')
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
}
