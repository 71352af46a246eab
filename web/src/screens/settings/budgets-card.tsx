import { type Budget, type BudgetList, budgets } from '@portico/contract/budgets.ts'
import { may } from '@portico/contract/permissions.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import cards from '#forms/card-page.module.css'
import { Confirm } from '#forms/confirm.tsx'
import { ProblemNote } from '#forms/problem-note.tsx'
import { useT } from '#i18n/i18n.tsx'
import { call } from '#lib/api.ts'
import { useTimes } from '#page/times.ts'
import { RoleNote } from '#session/role-note.tsx'
import { useUser } from '#session/session.ts'
import { Button, IconButton } from '#ui/input/button.tsx'
import { Card } from '#ui/show/card.tsx'
import { LoadError } from '#ui/show/load-error.tsx'
import { SkeletonText } from '#ui/show/skeleton.tsx'
import { BudgetDialog } from './budget-dialog.tsx'
import { BudgetMeter, useBudgetName } from './budget-meter.tsx'
import { budgetsQuery, useSavedBudgets } from './budgets-query.ts'
import { CostQuestions } from './cost-questions.tsx'
import styles from './settings.module.css'

/** What the account means to spend in a month: what is spent of it, where it is heading, and what it may cost otherwise. */
export function BudgetsCard() {
  const t = useT()
  const { data, isError, isFetching, refetch } = useQuery(budgetsQuery)
  return (
    <Card
      id="budgets"
      title={t('Monthly budgets')}
      note={t(
        'For the whole account, one login or one tag. You are notified at one amount, and paid requests stop at another.',
      )}
      className={cards.card}
    >
      <div className={styles.stack}>
        <RoleNote action="change_spend_limits" />
        {!data && (isError ? <LoadError busy={isFetching} onRetry={refetch} /> : <SkeletonText lines={3} />)}
        {data && <Budgets list={data} />}
        <CostQuestions />
      </div>
    </Card>
  )
}

function Budgets({ list }: { list: BudgetList }) {
  const t = useT()
  const { utc } = useTimes()
  const user = useUser()
  const saved = useSavedBudgets()
  const nameOf = useBudgetName()
  const [editing, setEditing] = useState<Budget | 'new'>()
  const [leaving, setLeaving] = useState<Budget>()
  const canChange = user !== undefined && user !== null && may(user.role, 'change_spend_limits')
  const remove = useMutation({
    mutationFn: (id: number) => call(budgets.removeBudget, { id }),
    onSuccess: (answer) => saved(answer, 'The budget was removed.'),
  })
  return (
    <>
      <div className={styles.scopesHead}>
        <p className={styles.note}>{t('A new month begins on {day} (UTC).', { day: utc('date', list.resets_at) })}</p>
        {canChange && (
          <Button size="small" icon="plus" onClick={() => setEditing('new')}>
            {t('Add a budget')}
          </Button>
        )}
      </div>
      {list.budgets.length === 0 && <p className={styles.note}>{t('None yet.')}</p>}
      <ul className={styles.limits}>
        {list.budgets.map((budget) => (
          <li key={budget.id} className={styles.limit}>
            <BudgetMeter budget={budget} />
            {canChange && (
              <span className={styles.limitActions}>
                <IconButton
                  icon="edit"
                  size="small"
                  label={t('Change the budget for {name}', { name: nameOf(budget) })}
                  onClick={() => setEditing(budget)}
                />
                <IconButton
                  icon="trash"
                  size="small"
                  label={t('Remove the budget for {name}', { name: nameOf(budget) })}
                  onClick={() => setLeaving(budget)}
                />
              </span>
            )}
          </li>
        ))}
      </ul>
      <ProblemNote error={remove.error} />
      {editing && (
        <BudgetDialog
          list={list}
          budget={editing === 'new' ? undefined : editing}
          onClose={() => setEditing(undefined)}
        />
      )}
      {leaving && (
        <Confirm
          title={t('Remove the budget for {name}?', { name: nameOf(leaving) })}
          action={t('Remove')}
          busy={remove.isPending}
          onClose={() => setLeaving(undefined)}
          onConfirm={() => remove.mutate(leaving.id, { onSettled: () => setLeaving(undefined) })}
        >
          <p>{t('Other budgets, the daily limits and the balance still apply.')}</p>
        </Confirm>
      )}
    </>
  )
}
