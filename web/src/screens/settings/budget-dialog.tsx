import { type Budget, type BudgetList, budgets } from '@portico/contract/budgets.ts'
import { useId, useState } from 'react'
import { FormDialog } from '#forms/form-dialog.tsx'
import { useInlineForm } from '#forms/use-inline-form.ts'
import { useT } from '#i18n/i18n.tsx'
import { call } from '#lib/api.ts'
import { CurrencySign } from '#money/currency-sign.ts'
import { amountText, typedMicros } from '#money/typed-amount.ts'
import { Segmented } from '#ui/input/choice.tsx'
import { Field } from '#ui/input/field.tsx'
import { Select } from '#ui/input/select.tsx'
import { useBudgetName } from './budget-meter.tsx'
import { budgetValues } from './budget-values.ts'
import { useSavedBudgets } from './budgets-query.ts'

type Of = 'account' | 'login' | 'tag'
type BudgetDialogProps = {
  list: BudgetList
  /** Left out for a new one, for which it is chosen here what it counts. */
  budget: Budget | undefined
  onClose: () => void
}

export function BudgetDialog({ list, budget, onClose }: BudgetDialogProps) {
  const t = useT()
  const saved = useSavedBudgets()
  const nameOf = useBudgetName()
  const tags = useId()
  const hasAccount = list.budgets.some(({ login, tag }) => login === null && tag === null)
  const [of, setOf] = useState<Of>(budget ? ofBudget(budget) : hasAccount ? 'tag' : 'account')
  const form = useInlineForm(budgetValues, async (typed) => {
    const soft_micros = typedMicros(typed.soft_micros) ?? null
    const hard_micros = typedMicros(typed.hard_micros) ?? null
    const login = typed.of === 'login' ? typed.login : null
    const tag = typed.of === 'tag' ? typed.tag : null
    // A new one does not replace another for the same.
    const seen = budget ? { soft_micros: budget.soft_micros, hard_micros: budget.hard_micros } : null
    const input = { login, tag, soft_micros, hard_micros, seen }
    saved(await call(budgets.saveBudget, input), 'The budget was saved.')
    onClose()
  })
  const money = { prefix: <CurrencySign />, inputMode: 'decimal', autoComplete: 'off' } as const
  const shown = (micros: number | null | undefined) => (micros == null ? '' : amountText(micros))
  return (
    <FormDialog
      title={budget ? t('Change the budget for {name}', { name: nameOf(budget) }) : t('Add a budget')}
      action={t('Save')}
      width={520}
      form={form}
      onClose={onClose}
    >
      <input type="hidden" name="of" value={of} />
      {!budget && (
        <Segmented
          label={t('Applies to')}
          options={[
            { value: 'account', label: t('Whole account') },
            { value: 'login', label: t('API login') },
            { value: 'tag', label: t('Tag') },
          ]}
          value={of}
          onChange={setOf}
        />
      )}
      {of === 'login' && !budget ? (
        <Select
          label={t('API login')}
          name="login"
          options={list.logins.map((login) => ({ value: login, label: login }))}
          error={form.wrong('login')}
        />
      ) : (
        <input type="hidden" name="login" value={budget?.login ?? ''} />
      )}
      {of === 'tag' && !budget ? (
        <>
          <Field
            label={t('Tag')}
            name="tag"
            list={tags}
            autoComplete="off"
            hint={t('Exactly as your requests send it.')}
            error={form.wrong('tag')}
          />
          <datalist id={tags}>
            {list.tags.map((tag) => (
              <option key={tag} value={tag} />
            ))}
          </datalist>
        </>
      ) : (
        <input type="hidden" name="tag" value={budget?.tag ?? ''} />
      )}
      <Field
        {...money}
        label={t('Notify at')}
        name="soft_micros"
        defaultValue={shown(budget?.soft_micros)}
        hint={t('Requests continue. Leave empty for no notification.')}
        error={form.wrong('soft_micros')}
      />
      <Field
        {...money}
        label={t('Stop at')}
        name="hard_micros"
        defaultValue={shown(budget?.hard_micros)}
        hint={t('Requests that would exceed it are refused with code 40203. Leave empty to never stop.')}
        error={form.wrong('hard_micros')}
      />
    </FormDialog>
  )
}

function ofBudget({ login, tag }: Budget): Of {
  return tag === null ? (login === null ? 'account' : 'login') : 'tag'
}
