import { operator } from '@portico/contract/operator.ts'
import type { Approval } from '@portico/contract/operator-approvals.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useMoney } from '#i18n/money.ts'
import { navigate } from '#lib/location.ts'
import { Tabs } from '#ui/input/tabs.tsx'
import { Card } from '#ui/show/card.tsx'
import { Empty } from '#ui/show/empty.tsx'
import { LoadError } from '#ui/show/load-error.tsx'
import { PageHeader } from '#ui/show/page-header.tsx'
import { SkeletonText } from '#ui/show/skeleton.tsx'
import { ActionDialog } from './action-dialog.tsx'
import { ApprovalCard } from './approval-card.tsx'
import { actionOf } from './approval-words.ts'
import styles from './customers.module.css'
import { useMay } from './me.ts'
import { APPROVALS } from './paths.ts'
import { useConsoleT } from './texts.ts'
import { type Shown, useApprovals, useWaitingCount } from './use-approvals.ts'

type Deciding = { approval: Approval; is_approved: boolean }

/** What a second person has to approve, and what became of it. */
export function ApprovalsScreen({ search }: { search: string }) {
  const t = useConsoleT()
  const may = useMay()
  const client = useQueryClient()
  const show: Shown = new URLSearchParams(search).get('show') === 'over' ? 'over' : 'waiting'
  const { data, isError, isFetching, refetch } = useApprovals(show)
  const count = useWaitingCount()
  const [deciding, setDeciding] = useState<Deciding>()
  const close = () => {
    setDeciding(undefined)
    void client.invalidateQueries({ queryKey: ['approvals'] })
  }
  if (!may('see_approvals')) return <Empty icon="lock" title={t('Your role cannot see approvals.')} />
  return (
    <>
      <PageHeader
        title={t('Approvals')}
        note={t('Amounts above the limit for one person need the approval of a second person.')}
      />
      <Tabs<Shown>
        label={t('Approvals')}
        tabs={[
          { id: 'waiting', label: t('Waiting'), ...(count > 0 && { count }) },
          { id: 'over', label: t('Decided') },
        ]}
        value={show}
        onChange={(next) => navigate(next === 'over' ? `${APPROVALS}?show=over` : APPROVALS, { replace: true })}
      >
        <div className={styles.column}>
          {!data && (
            <Card>{isError ? <LoadError busy={isFetching} onRetry={refetch} /> : <SkeletonText lines={4} />}</Card>
          )}
          {data?.approvals.length === 0 && (
            <Empty
              icon="check-circle"
              title={show === 'waiting' ? t('Nothing is waiting for approval') : t('Nothing yet')}
            />
          )}
          {data?.approvals.map((approval) => (
            <ApprovalCard
              key={approval.id}
              approval={approval}
              onDecide={(is_approved) => setDeciding({ approval, is_approved })}
            />
          ))}
        </div>
      </Tabs>
      {deciding && <DecideDialog {...deciding} onClose={close} />}
    </>
  )
}

function DecideDialog({ approval, is_approved, onClose }: Deciding & { onClose: () => void }) {
  const t = useConsoleT()
  const { short } = useMoney()
  const { id, is_own, requested_by: person } = approval
  const title = is_approved ? t('Approve request') : is_own ? t('Withdraw') : t('Reject')
  const effect = is_approved
    ? t('{action}, {amount}: this is carried out immediately and only once, in the name of {person}.', {
        action: t(actionOf(approval)),
        amount: short(Math.abs(approval.amount_micros)),
        person,
      })
    : t('Nothing is booked.')
  return (
    <ActionDialog
      action={title}
      tone={is_approved ? 'primary' : 'danger'}
      effect={effect}
      hint={t('It is recorded, and colleagues see it here.')}
      onClose={onClose}
      send={async (act) => {
        const { failure } = await act(operator.decideApproval, { id, is_approved })
        return failure ? t('Approved, but it could not be carried out.') : t('Done')
      }}
    />
  )
}
