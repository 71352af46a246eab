type Group = Record<string, readonly [fallback: string, meaning: string]>

const HEAD = `# Settings

All settings are environment variables. They are checked at start: a wrong value stops the server with one line that names the
setting and what it accepts. \`npm run -s portico -- config check\` checks them without a start and names variables that look
misspelt. None is required for a first look; [deploying](operator/install.md) names those that production needs.

This page is written from \`server/src/env/settings.ts\` by \`npm run docs\`.
`

export function settingsPage(groups: Record<string, Group>): string {
  return [HEAD, ...Object.entries(groups).map(([title, settings]) => section(title, settings))].join('\n')
}

function section(title: string, settings: Group): string {
  const rows = Object.entries(settings).map(
    ([name, [fallback, meaning]]) => `| \`${name}\` | ${shown(fallback)} | ${cell(meaning)} |`,
  )
  return [`## ${title}`, '', '| name | default | meaning |', '| --- | --- | --- |', ...rows, ''].join('\n')
}

/** A value is shown as code, a description of it as text. */
function shown(fallback: string): string {
  if (fallback === '') return '–'
  return fallback.includes(' ') ? cell(fallback) : `\`${fallback}\``
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|')
}
