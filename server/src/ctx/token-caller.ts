/** A program of the provider that calls an operator's endpoint with a token of its own, for the rules and the log. */
export interface TokenCaller {
  name: string
  scopes: readonly string[]
  /** Why it is done; null where the call only reads. */
  reason: string | null
}
