/** Ids begin with the time, which has its own column; they differ at the end. */
export function endOf(id: string): string {
  return `…${id.slice(-8)}`
}
