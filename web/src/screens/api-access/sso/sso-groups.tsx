import { GIVEN_ROLES, type GivenRole, ROLE_NAMES } from '@portico/contract/role.ts'
import { SSO_GROUPS_MAX } from '@portico/contract/sso-fields.ts'
import { useId } from 'react'
import { useT } from '#i18n/i18n.tsx'
import { Button, IconButton } from '#ui/input/button.tsx'
import { Field } from '#ui/input/field.tsx'
import { Select } from '#ui/input/select.tsx'
import styles from '../api-access.module.css'

type Row = { group: string; role: GivenRole }
type SsoGroupsProps = { rows: Row[]; onChange: (rows: Row[]) => void; error: string | undefined }

/** The role of each group; of several the highest counts. */
export function SsoGroups({ rows, onChange, error }: SsoGroupsProps) {
  const t = useT()
  const id = useId()
  const shown: Row[] = rows.length > 0 ? rows : [{ group: '', role: 'developer' }]
  const change = (at: number, part: Partial<Row>) =>
    onChange(shown.map((row, index) => (index === at ? { ...row, ...part } : row)))
  return (
    <fieldset className={styles.ssoGroups}>
      <legend>{t('Roles by group')}</legend>
      {shown.map((row, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row is identified by its index
        <div key={`${id}-${at}`} className={styles.ssoGroup}>
          <Field
            label={t('Group')}
            value={row.group}
            maxLength={200}
            autoComplete="off"
            noMessage
            onChange={({ target }) => change(at, { group: target.value })}
          />
          <Select
            label={t('Role')}
            value={row.role}
            noMessage
            options={GIVEN_ROLES.map((value) => ({ value, label: t(ROLE_NAMES[value]) }))}
            onChange={({ target }) => change(at, { role: GIVEN_ROLES.find((one) => one === target.value) ?? row.role })}
          />
          <IconButton
            icon="trash"
            label={t('Remove this group')}
            onClick={() => onChange(shown.filter((_row, index) => index !== at))}
          />
        </div>
      ))}
      {error && <p role="alert">{error}</p>}
      {shown.length < SSO_GROUPS_MAX && (
        <Button size="small" icon="plus" onClick={() => onChange([...shown, { group: '', role: 'viewer' }])}>
          {t('Add a group')}
        </Button>
      )}
    </fieldset>
  )
}
