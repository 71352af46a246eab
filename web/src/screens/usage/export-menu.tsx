import { EXPORT_FORMATS, type ExportFormat, usageExport } from '@portico/contract/usage.ts'
import { useT } from '#i18n/i18n.tsx'
import { Button } from '#ui/button.tsx'
import { Menu } from '#ui/menu.tsx'
import type { Usage } from './use-usage.ts'

const NAMES: Record<ExportFormat, string> = { csv: 'CSV', jsonl: 'JSON Lines' }

/** Everything that matches as a file, streamed by the server; not only the rows that are on the page. */
export function ExportMenu({ usage, calls }: { usage: Usage; calls: number | undefined }) {
  const t = useT()
  return (
    <Menu
      label={t('Export rows')}
      place={{ side: 'bottom', align: 'end' }}
      trigger={(trigger) => (
        <Button {...trigger} icon="download" iconEnd="chevron-down">
          {t('Export rows')}
        </Button>
      )}
      head={
        calls === undefined
          ? undefined
          : t('{count, plural, one {# row that matches} other {All # rows that match}}', { count: calls })
      }
      entries={EXPORT_FORMATS.map((format) => ({
        label: NAMES[format],
        icon: 'download' as const,
        href: exportUrl(usage, format),
      }))}
    />
  )
}

function exportUrl({ filter, order }: Usage, format: ExportFormat): string {
  const asked = Object.entries({ ...filter, order, format }).filter(([, value]) => value !== undefined)
  return `${usageExport.path}?${new URLSearchParams(asked)}`
}
