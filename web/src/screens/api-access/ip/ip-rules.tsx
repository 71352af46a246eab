import type { access, IpRule } from '@portico/contract/access.ts'
import type { Output } from '@portico/contract/endpoint.ts'
import { useState } from 'react'
import cards from '#forms/card-page.module.css'
import { ProblemNote } from '#forms/problem-note.tsx'
import { useUnsaved } from '#forms/unsaved.ts'
import { useT } from '#i18n/i18n.tsx'
import { RoleNote } from '#session/role-note.tsx'
import { Button, IconButton } from '#ui/input/button.tsx'
import { Banner } from '#ui/show/banner.tsx'
import { Card } from '#ui/show/card.tsx'
import { EmptyLine } from '#ui/show/empty-line.tsx'
import type { Column } from '#ui/table/column.ts'
import { Table } from '#ui/table/table.tsx'
import { VisuallyHidden } from '#ui/text/visually-hidden.tsx'
import styles from '../api-access.module.css'
import { AddIpRule } from './add-ip-rule.tsx'
import { LockedOutDialog } from './locked-out-dialog.tsx'
import { PasteDialog } from './paste-dialog.tsx'
import { useIpDraft } from './use-ip-draft.ts'

type IpRulesProps = { saved: Output<typeof access.getIpAccess>; canManage: boolean }

export function IpRules({ saved, canManage }: IpRulesProps) {
  const t = useT()
  const draft = useIpDraft(saved.rules)
  useUnsaved(draft.isChanged)
  const [isPasting, setPasting] = useState(false)
  const columns: Column<IpRule>[] = [
    {
      id: 'cidr',
      label: t('IP address or range'),
      lead: true,
      cell: ({ cidr }) => <code className={styles.cidr}>{cidr}</code>,
    },
    { id: 'label', label: t('Label'), cell: ({ label }) => <span className={styles.anywhere}>{label}</span> },
  ]
  const removal: Column<IpRule> = {
    id: 'remove',
    // Without a label the kit puts it into the corner of the card on a phone.
    label: '',
    head: <VisuallyHidden>{t('Remove')}</VisuallyHidden>,
    width: 56,
    cell: ({ cidr }) => (
      <IconButton
        icon="trash"
        size="small"
        label={t('Remove {name}', { name: cidr })}
        onClick={() => draft.remove(cidr)}
      />
    ),
  }
  const footer = (
    <>
      {draft.isChanged && <span className={styles.unsaved}>{t('Unsaved changes')}</span>}
      {draft.isChanged && <Button onClick={draft.discard}>{t('Discard')}</Button>}
      <Button disabled={!draft.isChanged} busy={draft.isBusy} onClick={draft.askAndSave}>
        {t('Save')}
      </Button>
    </>
  )
  return (
    <Card
      id="ip-access"
      title={t('IP access')}
      note={t('IP addresses that can use the API with this login. Signing in to this site is not affected.')}
      className={cards.card}
      actions={
        canManage && (
          <Button size="small" icon="upload" onClick={() => setPasting(true)}>
            {t('Paste a list')}
          </Button>
        )
      }
      footer={canManage && footer}
      flush
    >
      {saved.locked_out.length > 0 && !draft.isChanged && (
        <div className={styles.inset}>
          <Banner
            tone="warn"
            action={
              canManage && (
                <Button size="small" onClick={() => draft.add(saved.locked_out.map((cidr) => ({ cidr, label: '' })))}>
                  {t('Add them')}
                </Button>
              )
            }
          >
            {t('Requests came from these addresses in the last 24 hours, but they are not on the list: {list}', {
              list: saved.locked_out.join(', '),
            })}
          </Banner>
        </div>
      )}
      {!canManage && (
        <div className={styles.inset}>
          <RoleNote action="change_ip_rules" />
        </div>
      )}
      {draft.rules.length === 0 ? (
        <EmptyLine icon="globe" title={t('Any IP address is allowed')}>
          {t('Add the IP addresses of your servers. Requests from any other address are then refused with code 40207.')}
        </EmptyLine>
      ) : (
        <Table
          label={t('IP access')}
          columns={canManage ? [...columns, removal] : columns}
          rows={draft.rules}
          rowKey={({ cidr }) => cidr}
        />
      )}
      {canManage && <AddIpRule draft={draft} my_ip={saved.my_ip} />}
      {draft.problem && draft.lockedOut.length === 0 && (
        <div className={styles.inset}>
          <ProblemNote error={draft.problem} />
        </div>
      )}
      {isPasting && <PasteDialog draft={draft} onClose={() => setPasting(false)} />}
      {draft.lockedOut.length > 0 && <LockedOutDialog draft={draft} />}
    </Card>
  )
}
