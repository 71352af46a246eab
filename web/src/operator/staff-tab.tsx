import { operator } from '@portico/contract/operator.ts'
import { useState } from 'react'
import { Link } from '#lib/link.tsx'
import { query } from '#lib/query.ts'
import { useList } from '#lib/use-list.ts'
import { Moment } from '#page/moment.tsx'
import { Button } from '#ui/input/button.tsx'
import { Badge } from '#ui/show/badge.tsx'
import { Card } from '#ui/show/card.tsx'
import { Empty } from '#ui/show/empty.tsx'
import { Table } from '#ui/table/table.tsx'
import styles from './brands.module.css'
import { useMay, useMe } from './me.ts'
import { AUDIT } from './paths.ts'
import { AddStaffDialog, RemoveStaffDialog, RenewFactorDialog, RoleDialog, type StaffRow } from './staff-dialogs.tsx'
import { ROLE_WORDS } from './staff-words.ts'
import { useConsoleT } from './texts.ts'

type Doing = { what: 'role' | 'factor' | 'remove'; person: StaffRow }

const DIALOGS = { role: RoleDialog, factor: RenewFactorDialog, remove: RemoveStaffDialog }

/** Who works here and what they may do. */
export function StaffTab() {
  const t = useConsoleT()
  const may = useMay()
  const me = useMe()
  const [isAdding, setAdding] = useState(false)
  const [doing, setDoing] = useState<Doing>()
  const { data, loading } = useList(query(['operator-staff'], operator.listStaff, {}))
  const Doing = doing && DIALOGS[doing.what]
  return (
    <Card
      flush
      title={t('Staff')}
      note={t('A role decides what a person sees and may do here. You cannot change your own.')}
      actions={
        may('manage_staff') && (
          <Button tone="primary" size="small" onClick={() => setAdding(true)}>
            {t('Add staff')}
          </Button>
        )
      }
    >
      <Table<StaffRow>
        label={t('Staff')}
        rows={data?.staff}
        rowKey={({ email }) => email}
        skeletonRows={3}
        {...loading}
        empty={<Empty title={t('Nothing found')} />}
        columns={[
          {
            id: 'person',
            label: t('E-mail'),
            cell: ({ email, name }) => (
              <span className={styles.two}>
                <Link to={`${AUDIT}?${new URLSearchParams({ actor: email })}`}>{email}</Link>
                <span className={styles.soft}>{name}</span>
              </span>
            ),
          },
          {
            id: 'role',
            label: t('Role'),
            cell: ({ role }) =>
              role ? <Badge tone="accent">{t(ROLE_WORDS[role])}</Badge> : <Badge>{t('No role')}</Badge>,
          },
          {
            id: 'factor',
            label: t('Second factor'),
            cell: ({ factor_since, recovery_codes_left, passkeys }) => (
              <span className={styles.two}>
                {factor_since ? t('Authenticator app') : <Badge tone="bad">{t('None: cannot sign in')}</Badge>}
                <span className={styles.soft}>
                  {t(
                    '{passkeys, plural, one {# passkey} other {# passkeys}}, {codes, plural, one {# recovery code} other {# recovery codes}}',
                    { passkeys, codes: recovery_codes_left },
                  )}
                </span>
              </span>
            ),
          },
          {
            id: 'seen',
            label: t('Last sign-in'),
            cell: ({ last_login }) => (last_login ? <Moment at={last_login} /> : t('Never')),
          },
          {
            id: 'actions',
            label: t('Actions'),
            cell: (person) =>
              may('manage_staff') && (
                <span className={styles.buttons}>
                  {person.email !== me.email && (
                    <Button
                      size="small"
                      aria-label={t('Change the role of {name}', { name: person.email })}
                      onClick={() => setDoing({ what: 'role', person })}
                    >
                      {t('Role')}
                    </Button>
                  )}
                  <Button
                    size="small"
                    aria-label={`${t('New factor')}: ${person.email}`}
                    onClick={() => setDoing({ what: 'factor', person })}
                  >
                    {t('New factor')}
                  </Button>
                  {person.email !== me.email && (
                    <Button
                      size="small"
                      aria-label={t('Remove {name}', { name: person.email })}
                      onClick={() => setDoing({ what: 'remove', person })}
                    >
                      {t('Remove')}
                    </Button>
                  )}
                </span>
              ),
          },
        ]}
      />
      {isAdding && <AddStaffDialog onClose={() => setAdding(false)} />}
      {doing && Doing && <Doing person={doing.person} onClose={() => setDoing(undefined)} />}
    </Card>
  )
}
