import type { OutgoingMail } from '#integrations/outgoing-mail.ts'
import type { SentMail } from './store.ts'

const LINK = /https?:\/\/[^\s/]+[^\s]*/g
const HIDDEN = '…'

/** What staff may read of a sent mail: its words. Its links and codes open the account of its reader. */
export function storedOf({ subject, text }: OutgoingMail, { code }: { code?: unknown }): SentMail {
  const hide = (words: string) => {
    const bare = words.replace(LINK, (link) => `${URL.parse(link)?.origin ?? ''}/${HIDDEN}`)
    return typeof code === 'string' && code ? bare.replaceAll(code, HIDDEN) : bare
  }
  return { sent_subject: hide(subject), sent_text: hide(text) }
}
