import type { Output } from '@portico/contract/endpoint.ts'
import { operator } from '@portico/contract/operator.ts'
import { useState } from 'react'
import { query } from '#lib/query.ts'
import { useList } from '#lib/use-list.ts'
import { Moment } from '#page/moment.tsx'
import { Button } from '#ui/input/button.tsx'
import { Badge } from '#ui/show/badge.tsx'
import { Card } from '#ui/show/card.tsx'
import { Empty } from '#ui/show/empty.tsx'
import { Table } from '#ui/table/table.tsx'
import { ActionDialog } from './action-dialog.tsx'
import { useMay } from './me.ts'
import { isScope, SCOPE_WORDS } from './scope-words.ts'
import { type ConsoleKey, useConsoleT } from './texts.ts'
import { TokenDialog } from './token-dialog.tsx'
import styles from './tokens.module.css'

type Token = Output<typeof operator.listTokens>['tokens'][number]

const STATES: Record<Token['state'], { label: ConsoleKey; tone: 'good' | 'neutral' }> = {
  active: { label: 'Active', tone: 'good' },
  expired: { label: 'Expired', tone: 'neutral' },
  revoked: { label: 'Revoked', tone: 'neutral' },
}

/** Tokens of the provider's own programs. */
export function TokensTab() {
  const t = useConsoleT()
  const may = useMay()
  const [isMaking, setMaking] = useState(false)
  const [ending, setEnding] = useState<string>()
  const { data, loading } = useList(query(['operator-tokens'], operator.listTokens, {}))
  return (
    <>
      <Card
        flush
        title={t('Tokens')}
        note={t('For your own programs. Each token expires and can do only what you choose.')}
        actions={
          may('manage_staff') && (
            <Button tone="primary" size="small" onClick={() => setMaking(true)}>
              {t('New token')}
            </Button>
          )
        }
      >
        <Table<Token>
          label={t('Tokens')}
          rows={data?.tokens}
          rowKey={({ name }) => name}
          skeletonRows={3}
          {...loading}
          empty={<Empty title={t('No tokens yet')} />}
          columns={[
            { id: 'name', label: t('Name'), cell: ({ name }) => name },
            {
              id: 'state',
              label: t('Status'),
              cell: ({ state }) => <Badge tone={STATES[state].tone}>{t(STATES[state].label)}</Badge>,
            },
            { id: 'scopes', label: t('Permissions'), cell: ({ scopes }) => <Scopes scopes={scopes} /> },
            {
              id: 'used',
              label: t('Last used'),
              cell: ({ last_used_at }) => (last_used_at ? <Moment at={last_used_at} /> : t('Never')),
            },
            { id: 'expires', label: t('Expires'), cell: ({ expires_at }) => <Moment at={expires_at} /> },
            { id: 'by', label: t('Created by'), cell: ({ created_by }) => created_by },
            {
              id: 'end',
              label: t('Revoke'),
              cell: ({ name, state }) =>
                state === 'active' &&
                may('manage_staff') && (
                  <Button size="small" onClick={() => setEnding(name)}>
                    {t('Revoke')}
                  </Button>
                ),
            },
          ]}
        />
      </Card>
      {isMaking && <TokenDialog onClose={() => setMaking(false)} />}
      {ending !== undefined && <RevokeDialog name={ending} onClose={() => setEnding(undefined)} />}
    </>
  )
}

/** Scopes of an older version are shown as they are. */
function Scopes({ scopes }: { scopes: string[] }) {
  const t = useConsoleT()
  return (
    <ul className={styles.list}>
      {scopes.map((scope) => (
        <li key={scope}>{isScope(scope) ? t(SCOPE_WORDS[scope]) : scope}</li>
      ))}
    </ul>
  )
}

function RevokeDialog({ name, onClose }: { name: string; onClose: () => void }) {
  const t = useConsoleT()
  return (
    <ActionDialog
      title={t('Revoke {name}', { name })}
      action={t('Revoke')}
      tone="danger"
      effect={t('Every call with this token is refused immediately. This cannot be undone.')}
      onClose={onClose}
      send={(act) => act(operator.revokeToken, { name })}
    />
  )
}
