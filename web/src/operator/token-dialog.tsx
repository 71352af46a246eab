import { operator } from '@portico/contract/operator.ts'
import { TOKEN_SCOPES, type TokenScope } from '@portico/contract/staff-permissions.ts'
import { useState } from 'react'
import { Checkbox } from '#ui/input/checkbox.tsx'
import { Field } from '#ui/input/field.tsx'
import { Select } from '#ui/input/select.tsx'
import { ActionDialog } from './action-dialog.tsx'
import { SCOPE_WORDS } from './scope-words.ts'
import { ShownOnce } from './shown-once.tsx'
import { useConsoleT } from './texts.ts'
import styles from './tokens.module.css'

const DAYS = [7, 30, 90, 366]

/** Makes a token and shows it once. */
export function TokenDialog({ onClose }: { onClose: () => void }) {
  const t = useConsoleT()
  const [scopes, setScopes] = useState<TokenScope[]>([])
  const [days, setDays] = useState(90)
  const [made, setMade] = useState<{ name: string; token: string }>()
  if (made)
    return (
      <ShownOnce title={t('Copy the token now')} text={made.token} what={made.name} onClose={onClose}>
        {t('It is shown only now. Anyone who has it can do what you have chosen.')}
      </ShownOnce>
    )
  const choose = (scope: TokenScope, isChosen: boolean) =>
    setScopes((before) => [...before.filter((one) => one !== scope), ...(isChosen ? [scope] : [])])
  return (
    <ActionDialog
      title={t('New token')}
      action={t('Create token')}
      effect={t(
        'A program with this token has {count, plural, one {# permission} other {# permissions}} for {days} days.',
        {
          count: scopes.length,
          days,
        },
      )}
      onClose={() => undefined}
      onCancel={onClose}
      send={async (act, { name = '' }) => {
        setMade(await act(operator.addToken, { name, scopes, days }))
      }}
    >
      {(wrong) => (
        <>
          <Field
            name="name"
            label={t('Name')}
            hint={t('Lowercase letters, digits and hyphens; shown in the log.')}
            autoComplete="off"
            maxLength={40}
            error={wrong('name')}
          />
          <fieldset className={styles.scopes}>
            <legend>{t('Permissions')}</legend>
            {TOKEN_SCOPES.map((scope) => (
              <Checkbox
                key={scope}
                label={t(SCOPE_WORDS[scope])}
                hint={<code>{scope}</code>}
                checked={scopes.includes(scope)}
                onChange={(event) => choose(scope, event.currentTarget.checked)}
              />
            ))}
            {wrong('scopes') && <p role="alert">{wrong('scopes')}</p>}
          </fieldset>
          <Select
            label={t('Days until it expires')}
            value={String(days)}
            options={DAYS.map((one) => ({ value: String(one), label: String(one) }))}
            onChange={(event) => setDays(Number(event.target.value))}
          />
        </>
      )}
    </ActionDialog>
  )
}
