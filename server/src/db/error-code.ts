/** The code of a system or PostgreSQL error ('ENOENT', '28P01'), or undefined. */
export function errorCode(e: unknown): string | undefined {
  if (typeof e !== 'object' || e === null || !('code' in e)) return undefined
  return typeof e.code === 'string' ? e.code : undefined
}

export function errorText(e: unknown): string {
  return e instanceof Error && e.message ? e.message : String(errorCode(e) ?? e)
}
