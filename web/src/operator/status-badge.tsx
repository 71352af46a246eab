import type { USER_STATUSES } from '@portico/contract/operator-users.ts'
import { Badge, type BadgeTone } from '#ui/show/badge.tsx'
import { type ConsoleKey, useConsoleT } from './texts.ts'

type Status = (typeof USER_STATUSES)[number]

const WORDS: Record<Status, { label: ConsoleKey; tone: BadgeTone }> = {
  active: { label: 'Active', tone: 'good' },
  pending: { label: 'Not confirmed', tone: 'warn' },
  disabled: { label: 'Disabled', tone: 'bad' },
  closed: { label: 'Closed', tone: 'neutral' },
}

export function StatusBadge({ status }: { status: Status }) {
  const t = useConsoleT()
  return <Badge tone={WORDS[status].tone}>{t(WORDS[status].label)}</Badge>
}
