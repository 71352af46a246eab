import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import cards from '#forms/card-page.module.css'
import { useT } from '#i18n/i18n.tsx'
import { useLocation } from '#lib/location.ts'
import { Button } from '#ui/input/button.tsx'
import { Lazy } from '#ui/lazy.tsx'
import { Card } from '#ui/show/card.tsx'
import { CodeView } from '#ui/show/code-view.tsx'
import { EmptyLine } from '#ui/show/empty-line.tsx'
import { keysQuery } from '../access-queries.ts'
import { NewSecret } from '../new-secret.tsx'
import { useNamedCard } from '../use-named-card.ts'
import { KeysTable } from './keys-table.tsx'

const loadAdd = async () => (await import('./key-dialog.tsx')).KeyDialog

/** Named secrets for the data API. A new one lives in this component alone, until it is put away. */
export function KeysCard() {
  const t = useT()
  const { hash } = useLocation()
  const { data, dataUpdatedAt, isError, refetch } = useQuery(keysQuery)
  useNamedCard('keys', data !== undefined)
  const [isAdding, setAdding] = useState(false)
  const [made, setMade] = useState<{ title: string; secret: string }>()
  const can_add = data?.can_add ?? false
  useEffect(() => {
    if (hash === '#add-key' && can_add) setAdding(true)
  }, [hash, can_add])
  return (
    <Card
      id="keys"
      title={t('API keys')}
      note={t('One key per program, each with its own limits. Replace or revoke one without affecting the others.')}
      className={cards.card}
      actions={
        can_add && (
          <Button size="small" icon="plus" onClick={() => setAdding(true)}>
            {t('Create an API key')}
          </Button>
        )
      }
      flush
    >
      {made && data && (
        <NewSecret title={made.title} secret={made.secret} onClose={() => setMade(undefined)}>
          <p>{t('Send it as a Bearer token, or as the password of {login}:', { login: data.api_login })}</p>
          <CodeView label="HTTP" code={`Authorization: Bearer ${made.secret}`} />
        </NewSecret>
      )}
      {data?.keys.length === 0 ? (
        <EmptyLine icon="key" title={t('No API keys yet')}>
          {can_add
            ? t('Your login and password keep working. Create a key to give a program only the access it needs.')
            : t('Owners, admins and developers can create them.')}
        </EmptyLine>
      ) : (
        <KeysTable
          rows={data?.keys}
          data={data}
          now_ms={dataUpdatedAt}
          error={!data && isError}
          onRetry={refetch}
          onRotated={({ name, secret }) => setMade({ title: t('{name} has a new secret', { name }), secret })}
        />
      )}
      {isAdding && data && (
        <Lazy
          load={loadAdd}
          props={{
            data,
            onMade: ({ name, secret }: { name: string; secret: string }) =>
              setMade({ title: t('The API key {name} was created', { name }), secret }),
            onClose: () => setAdding(false),
          }}
          waiting={null}
        />
      )}
    </Card>
  )
}
