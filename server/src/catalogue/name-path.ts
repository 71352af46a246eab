/** What a path says about itself: `/v3/{api}/{…function}/{method}[/{tier}][/{id}]`. */
export interface PathName {
  api: string
  function_id: string
  tier: string | null
  words: string[]
  templates: string[]
}

const METHODS = new Set(['live', 'task_post', 'tasks_ready', 'task_get'])

export function namePath(path: string): PathName {
  const parts = path.split('/').filter((part) => part !== '')
  if (/^v\d+$/.test(parts[0] ?? '')) parts.shift()
  const at = parts.findIndex((part) => METHODS.has(part))
  const named = parts.slice(0, at === -1 ? parts.length : at)
  while (named.length > 1 && isTemplate(named.at(-1))) named.pop()
  const tier = at === -1 ? undefined : parts[at + 1]
  return {
    api: parts[0] ?? '',
    function_id: named.join('/'),
    tier: tier === undefined || isTemplate(tier) ? null : tier,
    words: parts.filter((part) => !isTemplate(part)),
    templates: parts.filter(isTemplate).map((part) => part.slice(1, -1)),
  }
}

export function isTemplate(part: string | undefined): boolean {
  return part?.startsWith('{') ?? false
}

/** `traffic-analytics` → `Traffic analytics`. */
export function readableName(id: string): string {
  const words = id.replaceAll(/[-_/{}]+/g, ' ').trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}
