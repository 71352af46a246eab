import type { StaffAction } from '@portico/contract/staff-permissions.ts'
import type { ReactNode } from 'react'
import { navigate } from '#lib/location.ts'
import { Tabs } from '#ui/input/tabs.tsx'
import { Empty } from '#ui/show/empty.tsx'
import { PageHeader } from '#ui/show/page-header.tsx'
import { AuditTab } from './audit-tab.tsx'
import styles from './brands.module.css'
import { BrandsTab } from './brands-tab.tsx'
import { MailsTab } from './mails-tab.tsx'
import { useMay } from './me.ts'
import { PasskeysTab } from './passkeys-tab.tsx'
import { AUDIT, BRANDS, MAILS, PASSKEYS, SCRIPTS, STAFF, TOKENS } from './paths.ts'
import { ScriptsTab } from './scripts-tab.tsx'
import { StaffTab } from './staff-tab.tsx'
import { type ConsoleKey, useConsoleT } from './texts.ts'
import { TokensTab } from './tokens-tab.tsx'

interface Part {
  path: string
  label: ConsoleKey
  needs: StaffAction
  draw: (search: URLSearchParams) => ReactNode
}

const PARTS: Part[] = [
  { path: BRANDS, label: 'White-labels', needs: 'see_service', draw: (search) => <BrandsTab search={search} /> },
  { path: MAILS, label: 'E-mail texts', needs: 'see_service', draw: (search) => <MailsTab search={search} /> },
  { path: SCRIPTS, label: 'Scripts and consent', needs: 'see_service', draw: () => <ScriptsTab /> },
  { path: STAFF, label: 'Staff', needs: 'see_audit', draw: () => <StaffTab /> },
  { path: TOKENS, label: 'Tokens', needs: 'see_audit', draw: () => <TokensTab /> },
  { path: AUDIT, label: 'Audit log', needs: 'see_audit', draw: (search) => <AuditTab search={search} /> },
  { path: PASSKEYS, label: 'Your passkeys', needs: 'use_console', draw: () => <PasskeysTab /> },
]

/** Brands, texts and the people who work here: one address a part, so that any view can be sent on. */
export function PeopleSection({ part, search }: { part: string; search: string }) {
  const t = useConsoleT()
  const may = useMay()
  const shown = PARTS.filter(({ needs }) => may(needs))
  const here = PARTS.find(({ path }) => path.endsWith(`/${part}`))
  if (!here || !may(here.needs)) return <Empty icon="lock" title={t('Your role cannot see this page.')} />
  return (
    <>
      <PageHeader title={t('Brands and people')} />
      <Tabs
        label={t('Brands and people')}
        tabs={shown.map(({ path, label }) => ({ id: path, label: t(label) }))}
        value={here.path}
        onChange={(path) => navigate(path)}
      >
        <div className={styles.column}>{here.draw(new URLSearchParams(search))}</div>
      </Tabs>
    </>
  )
}
