import * as z from 'zod/mini'

/** All that may outlive a page, by name and shape: no secret, no address, nothing about money. */
const SHAPES = {
  last_url: z.object({ path: z.string(), at_ms: z.number() }),
  fragment_path: z.string(),
  project_id: z.number(),
  menu_compact: z.boolean(),
} as const

type Name = keyof typeof SHAPES
type Kept<N extends Name> = z.infer<(typeof SHAPES)[N]>

/** These go when the user signs out; the rest are habits of the browser. */
const OF_THE_USER: Name[] = ['last_url', 'fragment_path', 'project_id']

export function recall<N extends Name>(name: N): Kept<N> | undefined {
  try {
    const parsed = SHAPES[name].safeParse(JSON.parse(localStorage.getItem(name) ?? 'null'))
    return parsed.success ? (parsed.data as Kept<N>) : undefined
  } catch {
    return undefined
  }
}

export function remember<N extends Name>(name: N, value: Kept<N>): void {
  try {
    localStorage.setItem(name, JSON.stringify(value))
  } catch {
    // Private windows may refuse; the product works without memory.
  }
}

export function forget(name: Name): void {
  try {
    localStorage.removeItem(name)
  } catch {
    // Nothing kept, nothing to forget.
  }
}

export function forgetUser(): void {
  for (const name of OF_THE_USER) forget(name)
}
