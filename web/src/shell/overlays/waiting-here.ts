interface Here {
  community: boolean
  impersonated_by: unknown
  by_sso: boolean | undefined
  /** What this browser stores of its reader. */
  integrity: string | undefined
  invitation: unknown
}

/** What waits in this browser for an answer of its reader: staff who act as a customer get no question, as it is not theirs. */
export function waitingHere({ community, impersonated_by, by_sso, integrity, invitation }: Here) {
  const isOwn = impersonated_by === null
  return {
    isInvited: isOwn && invitation !== undefined,
    comesFromCommunity: isOwn && community && !by_sso && integrity === 'sso',
  }
}
