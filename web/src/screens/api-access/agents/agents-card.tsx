import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import cards from '#forms/card-page.module.css'
import { useT } from '#i18n/i18n.tsx'
import { useLocation } from '#lib/location.ts'
import { Button } from '#ui/input/button.tsx'
import { Lazy } from '#ui/lazy.tsx'
import { Card } from '#ui/show/card.tsx'
import { EmptyLine } from '#ui/show/empty-line.tsx'
import { agentsQuery } from '../access-queries.ts'
import styles from '../api-access.module.css'
import { NewSecret } from '../new-secret.tsx'
import { useNamedCard } from '../use-named-card.ts'
import { AgentsTable } from './agents-table.tsx'
import { McpSnippets } from './mcp-snippets-view.tsx'

const loadAdd = async () => (await import('./add-agent-dialog.tsx')).AddAgentDialog

/** Secrets of their own for AI agents. A new one lives in this component alone, until it is put away. */
export function AgentsCard() {
  const t = useT()
  const { hash } = useLocation()
  const { data, dataUpdatedAt, isError, refetch } = useQuery(agentsQuery)
  useNamedCard('agents', data !== undefined)
  const [isAdding, setAdding] = useState(false)
  const [made, setMade] = useState<{ name: string; secret: string }>()
  const can_add = data?.can_add ?? false
  useEffect(() => {
    if (hash === '#add-agent' && can_add) setAdding(true)
  }, [hash, can_add])
  return (
    <Card
      id="agents"
      title={t('Agent logins')}
      note={t('Let an AI agent use the API over MCP, with its own secret and its own limits.')}
      className={cards.card}
      actions={
        can_add && (
          <Button size="small" icon="plus" onClick={() => setAdding(true)}>
            {t('Create an agent login')}
          </Button>
        )
      }
      flush
    >
      {made && (
        <NewSecret
          title={t('{name} was created', { name: made.name })}
          secret={made.secret}
          onClose={() => setMade(undefined)}
        />
      )}
      {data?.agents.length === 0 ? (
        <EmptyLine icon="bolt" title={t('No agent logins yet')}>
          {can_add
            ? t('Create one, choose what it may call and how much it may spend, and connect your agent.')
            : t('Owners, admins and developers can create them.')}
        </EmptyLine>
      ) : (
        <AgentsTable
          rows={data?.agents}
          hasOthers={data?.agents.some(({ is_own }) => !is_own) ?? false}
          canRevoke={can_add}
          now_ms={dataUpdatedAt}
          error={!data && isError}
          onRetry={refetch}
        />
      )}
      {data && can_add && (
        <>
          <h3 className={styles.tableTitle}>{t('Connect an agent')}</h3>
          <McpSnippets url={data.mcp_url} />
        </>
      )}
      {isAdding && data && (
        <Lazy
          load={loadAdd}
          props={{
            data,
            onDone: (one: { name: string; secret: string }) => {
              setMade(one)
              setAdding(false)
            },
            onClose: () => setAdding(false),
          }}
          waiting={null}
        />
      )}
    </Card>
  )
}
