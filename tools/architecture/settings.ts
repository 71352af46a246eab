export type Setting = { name: string; fallback: string; meaning: string }

const row = /^\|\s*`(\w+)`\s*\|(.*?)\|(.*?)\|\s*$/gm

/** The rows of README's table of settings; code marks are removed, and a dash means an empty default. */
export function settingsIn(readme: string): Setting[] {
  const [, section = ''] = readme.split(/^## Settings$/m)
  const [table = ''] = section.split(/^## /m)
  return [...table.matchAll(row)].map(([, name = '', fallback = '', meaning = '']) =>
    plain({ name, fallback, meaning }),
  )
}

export function plain({ name, fallback, meaning }: Setting): Setting {
  return { name, fallback: bare(fallback), meaning: bare(meaning) }
}

function bare(cell: string): string {
  const text = cell.replaceAll('`', '').trim()
  return text === '–' ? '' : text
}
