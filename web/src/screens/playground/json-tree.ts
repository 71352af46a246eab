/** One line of a tree: a plain value, or a list or an object that opens. */
export interface TreeLine {
  /** The way to it as a program writes it (`tasks[0].result[0].items`); empty: the whole. */
  path: string
  depth: number
  /** Its name in the object or its index in the list. */
  name: string | number | undefined
  value: unknown
  /** The number of values it holds; undefined for a plain value. */
  count: number | undefined
  is_open: boolean
}

/** The result of a search: the lines that contain the words, and the path to each of them. */
export interface Found {
  hits: ReadonlySet<string>
  ways: ReadonlySet<string>
}

type Drawn = {
  isOpen: (path: string, depth: number) => boolean
  /** Only this is drawn. */
  found: Found | undefined
  /** No more lines than this are created: readers stop earlier, and the page would freeze. */
  max: number
}

export function treeLines(data: unknown, { isOpen, found, max }: Drawn): { lines: TreeLine[]; is_cut: boolean } {
  const lines: TreeLine[] = []
  let is_cut = false
  /** Below a name that holds the words everything is shown. */
  function draw(value: unknown, name: TreeLine['name'], path: string, depth: number, isBelow: boolean) {
    if (found && !isBelow && !found.hits.has(path) && !found.ways.has(path)) return
    if (lines.length >= max) {
      is_cut = true
      return
    }
    const entries = entriesOf(value)
    const is_open = entries !== undefined && entries.length > 0 && isOpen(path, depth)
    lines.push({ path, depth, name, value, count: entries?.length, is_open })
    if (!is_open) return
    for (const [inner, one] of entries) {
      if (is_cut) return
      draw(one, inner, pathTo(path, inner), depth + 1, isBelow || (found?.hits.has(path) ?? false))
    }
  }
  draw(data, undefined, '', 0, false)
  return { lines, is_cut }
}

/** Names and plain values that hold the words, in any case. */
export function findInTree(data: unknown, words: string): Found | undefined {
  const wanted = words.trim().toLowerCase()
  if (wanted === '') return undefined
  const hits = new Set<string>()
  const ways = new Set<string>()
  const holds = (text: unknown) => String(text).toLowerCase().includes(wanted)
  function look(value: unknown, name: TreeLine['name'], path: string): boolean {
    const entries = entriesOf(value)
    const isHit = (typeof name === 'string' && holds(name)) || (entries === undefined && holds(value))
    if (isHit) hits.add(path)
    let isWay = false
    for (const [inner, one] of entries ?? []) isWay = look(one, inner, pathTo(path, inner)) || isWay
    if (isWay) ways.add(path)
    return isHit || isWay
  }
  look(data, undefined, '')
  return { hits, ways }
}

function entriesOf(value: unknown): [string | number, unknown][] | undefined {
  if (Array.isArray(value)) return [...value.entries()]
  return typeof value === 'object' && value !== null ? Object.entries(value) : undefined
}

function pathTo(path: string, name: string | number): string {
  if (typeof name === 'number') return `${path}[${name}]`
  if (!/^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(name)) return `${path}[${JSON.stringify(name)}]`
  return path === '' ? name : `${path}.${name}`
}

/** The copied text: a string without its quotes, anything else as JSON. */
export function copiedValue(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2)
}

/** An address of the web or a picture within the answer; undefined: neither. */
export function linkOf(value: unknown): { href: string } | { image: string } | undefined {
  if (typeof value !== 'string') return undefined
  if (/^data:image\/(png|jpeg|gif|webp);base64,[a-z\d+/=]+$/i.test(value)) return { image: value }
  return /^https?:\/\//i.test(value) && URL.canParse(value) ? { href: value } : undefined
}
