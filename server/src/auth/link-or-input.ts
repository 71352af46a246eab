/** What a call names itself goes before what an opened link has left; half a link is none. */
export function linkOrInput<T extends { user_id: string; token: string }>(
  staged: T | undefined,
  user_id: string | undefined,
  token: string | undefined,
): T | { user_id: string; token: string } | undefined {
  return user_id !== undefined && token !== undefined ? { user_id, token } : staged
}
