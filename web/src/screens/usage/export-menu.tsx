import { isAllowed } from '@portico/contract/menu.ts'
import { may } from '@portico/contract/permissions.ts'
import { EXPORT_FORMATS, type ExportFormat } from '@portico/contract/usage-export.ts'
import { useT } from '#i18n/i18n.tsx'
import { paths } from '#lib/paths.ts'
import { useUser } from '#session/session.ts'
import { Button } from '#ui/input/button.tsx'
import { Menu } from '#ui/overlay/menu.tsx'
import { useFormats } from './formats.ts'
import { useExport } from './use-export.ts'
import type { Usage } from './use-usage.ts'

const NAMES: Record<ExportFormat, string> = { csv: 'CSV', jsonl: 'JSON Lines' }

/**
 * All matching rows as a file, streamed by the server; not only the rows on the page. A long one shows its progress.
 */
export function ExportMenu({ usage, calls }: { usage: Usage; calls: number | undefined }) {
  const t = useT()
  const { whole } = useFormats()
  const { lines, start, stop, startFocus, isFocusBusy } = useExport(usage)
  const user = useUser()
  const mayPay = user !== null && isAllowed(paths.payments, user.modules) && may(user.role, 'add_funds')
  if (lines !== undefined)
    return (
      <Button icon="close" title={t('Cancel')} onClick={stop}>
        <span role="status">
          {t('{shown} of {total} rows', {
            shown: whole(Math.min(lines, calls ?? lines)),
            total: whole(Math.max(calls ?? 0, lines)),
          })}
        </span>
      </Button>
    )
  return (
    <Menu
      label={t('Export rows')}
      position={{ side: 'bottom', align: 'end' }}
      trigger={(trigger) => (
        <Button {...trigger} icon="download" iconEnd="chevron-down" busy={isFocusBusy}>
          {t('Export rows')}
        </Button>
      )}
      head={
        calls === undefined
          ? undefined
          : t('{count, plural, one {# matching row} other {All # matching rows}}', { count: calls })
      }
      entries={[
        ...EXPORT_FORMATS.map((format) => ({
          label: NAMES[format],
          icon: 'download' as const,
          onSelect: () => start(format),
        })),
        ...(mayPay
          ? [
              { kind: 'line' as const },
              { label: t('Usage cost (FOCUS 1.2)'), icon: 'download' as const, onSelect: startFocus },
            ]
          : []),
      ]}
    />
  )
}
