import { classify } from './classify.ts'
import { stripReferrer } from './strip-referrer.ts'

/** Class and stripped address in one text, as the cookie `referrer_register` keeps them. */
export function originOf(referrer: string, own_host: string): string {
  return [classify(referrer, own_host), stripReferrer(referrer, own_host)].filter(Boolean).join(' ')
}
