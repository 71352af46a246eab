import { domainToASCII } from 'node:url'
import { email } from '@portico/contract/form-fields.ts'

/** The host part of an address, in DNS form. */
export function domainOf(address: string): string {
  return domainToASCII(address.slice(address.lastIndexOf('@') + 1))
}

/**
 * The user's address at the sign-in service: of a domain the account has verified, and not one the service itself calls
 * unverified. Services of companies often state neither; that the domain is the account's is what counts.
 */
export function addressOf(claims: Record<string, unknown>, domains: string[]): string | undefined {
  const given = email.safeParse(claims.email).data
  if (given === undefined || !domains.includes(domainOf(given))) return undefined
  const { email_verified = true } = claims
  return email_verified === true || email_verified === 'true' ? given : undefined
}
