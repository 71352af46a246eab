/** Parts named by the call win over those an opened link has left; a link with one part missing is ignored. */
export function linkOrInput<T extends { user_id: string; token: string }>(
  staged: T | undefined,
  user_id: string | undefined,
  token: string | undefined,
): T | { user_id: string; token: string } | undefined {
  return user_id !== undefined && token !== undefined ? { user_id, token } : staged
}
