import type { Output } from '@portico/contract/endpoint.ts'
import type { operator } from '@portico/contract/operator.ts'
import { KeyValues } from '#ui/show/key-values.tsx'
import { useConsoleT } from './texts.ts'

export type AuditRow = Output<typeof operator.listAudit>['rows'][number]

/** Everything the entry has; a value that was changed is shown with the one before. */
export function AuditDetail({ row: { id, action, actor, ip, detail } }: { row: AuditRow }) {
  const t = useConsoleT()
  const facts = Object.entries(detail).filter(([name]) => !(name.startsWith('before_') && name.slice(7) in detail))
  return (
    <KeyValues
      dense
      items={[
        { key: ':id', label: t('Entry'), value: String(id) },
        { key: ':action', label: t('Action'), value: <code>{action}</code> },
        { key: ':actor', label: t('Done by'), value: <code>{actor}</code> },
        ...(ip ? [{ key: ':ip', label: t('IP address'), value: ip }] : []),
        ...facts.map(([name, value]) => {
          const before = detail[`before_${name}`]
          return {
            key: name,
            label: <code>{name}</code>,
            value: before === undefined ? shown(value) : `${shown(before)} → ${shown(value)}`,
          }
        }),
      ]}
    />
  )
}

function shown(value: unknown): string {
  if (value === null) return '–'
  return typeof value === 'string' ? value : JSON.stringify(value)
}
