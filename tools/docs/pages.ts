import { SETTING_GROUPS } from '../../server/src/env/settings.ts'
import { commands } from '../../server/src/operator/commands.ts'
import { commandsPage } from './commands-page.ts'
import { settingsPage } from './settings-page.ts'

/** The pages that are written from the code: `npm run docs` writes them, an architecture test compares them. */
export function referencePages(): { path: string; text: string }[] {
  return [
    { path: 'docs/settings.md', text: settingsPage(SETTING_GROUPS) },
    { path: 'docs/commands.md', text: commandsPage(commands) },
  ]
}
