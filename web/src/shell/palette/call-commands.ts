import { isAllowed } from '@portico/contract/menu.ts'
import type { TaskRow } from '@portico/contract/usage.ts'
import type { User } from '@portico/contract/user.ts'
import type { Translator } from '#i18n/i18n.tsx'
import { navigate } from '#lib/location.ts'
import { paths } from '#lib/paths.ts'
import type { Command } from './command.ts'

/** The drawers of a call: in Usage, and in Errors where it failed. */
export function callCommands(calls: TaskRow[], { modules }: Pick<User, 'modules'>, t: Translator['t']): Command[] {
  return calls.flatMap(({ id, task_id, path, status_code, status_class }) => {
    const shared = {
      group: 'calls' as const,
      // The typed text is the id, which no label shows in full.
      words: [id, task_id].join(' '),
      isDeep: true,
    }
    const what = `${path.replace(/^\/v\d+\//, '')} · ${status_code}`
    const commands: (Command & { to: string })[] = [
      {
        ...shared,
        id: `usage-${id}`,
        icon: 'chart',
        label: `${t('Usage')} › ${what}`,
        ...to(`${paths.apiDetailOf.replace(':api', 'unified-overview')}?call=${id}`),
      },
      ...(status_class === 'ok'
        ? []
        : [
            {
              ...shared,
              id: `error-${id}`,
              icon: 'alert' as const,
              label: `${t('Errors')} › ${what}`,
              ...to(`${paths.apiErrors}?error=${id}`),
            },
          ]),
    ]
    return commands.filter((command) => isAllowed(command.to.replace(/\?.*/, ''), modules))
  })
}

function to(url: string) {
  return { to: url, run: () => navigate(url) }
}
