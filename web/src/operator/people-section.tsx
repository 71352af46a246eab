import type { StaffAction } from '@portico/contract/staff-permissions.ts'
import type { ComponentType } from 'react'
import { navigate } from '#lib/location.ts'
import { Tabs } from '#ui/input/tabs.tsx'
import { Lazy } from '#ui/lazy.tsx'
import { Empty } from '#ui/show/empty.tsx'
import { PageHeader } from '#ui/show/page-header.tsx'
import { WaitingCard } from '#ui/show/waiting-card.tsx'
import styles from './brands.module.css'
import { withTexts } from './console-texts.ts'
import { useMay } from './me.ts'
import { AUDIT, BRANDS, MAILS, PASSKEYS, SCRIPTS, STAFF, TOKENS } from './paths.ts'
import { type ConsoleKey, useConsoleT } from './texts.ts'

interface Part {
  path: string
  label: ConsoleKey
  needs: StaffAction
  load: () => Promise<ComponentType<{ search: URLSearchParams }>>
}

const PARTS: Part[] = [
  {
    path: BRANDS,
    label: 'White-labels',
    needs: 'see_service',
    load: () => withTexts('brands-tab', async () => (await import('./brands-tab.tsx')).BrandsTab),
  },
  {
    path: MAILS,
    label: 'E-mail texts',
    needs: 'see_service',
    load: () => withTexts('mails-tab', async () => (await import('./mails-tab.tsx')).MailsTab),
  },
  {
    path: SCRIPTS,
    label: 'Scripts and consent',
    needs: 'see_service',
    load: () => withTexts('scripts-tab', async () => (await import('./scripts-tab.tsx')).ScriptsTab),
  },
  {
    path: STAFF,
    label: 'Staff',
    needs: 'see_audit',
    load: () => withTexts('staff-tab', async () => (await import('./staff-tab.tsx')).StaffTab),
  },
  {
    path: TOKENS,
    label: 'Tokens',
    needs: 'see_audit',
    load: () => withTexts('tokens-tab', async () => (await import('./tokens-tab.tsx')).TokensTab),
  },
  {
    path: AUDIT,
    label: 'Audit log',
    needs: 'see_audit',
    load: () => withTexts('audit-tab', async () => (await import('./audit-tab.tsx')).AuditTab),
  },
  {
    path: PASSKEYS,
    label: 'Your passkeys',
    needs: 'use_console',
    load: () => withTexts('passkeys-tab', async () => (await import('./passkeys-tab.tsx')).PasskeysTab),
  },
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
        <div className={styles.column}>
          <Lazy
            key={here.path}
            load={here.load}
            props={{ search: new URLSearchParams(search) }}
            waiting={<WaitingCard />}
          />
        </div>
      </Tabs>
    </>
  )
}
