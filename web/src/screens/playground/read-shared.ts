import { isRecord } from '#lib/guards.ts'

export interface SharedRequest {
  task: Record<string, unknown>
  params: Record<string, string>
}

/** The request in a link; one that was cut or made up holds nothing. */
export function readShared(text: string): SharedRequest | undefined {
  try {
    const { task, params }: { task?: unknown; params?: unknown } = JSON.parse(decoded(text))
    if (!isRecord(task) || !isRecord(params)) return undefined
    return { task, params: Object.fromEntries(Object.entries(params).map(([name, value]) => [name, String(value)])) }
  } catch {
    return undefined
  }
}

function decoded(text: string): string {
  const bytes = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
  return new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.from(bytes, (one) => one.charCodeAt(0)))
}
