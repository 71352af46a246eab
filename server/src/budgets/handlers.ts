import type { budgets } from '@portico/contract/budgets.ts'
import { change } from '#http/change.ts'
import type { Handlers } from '#http/mount.ts'
import { costAsTasks } from './cost-as-tasks.ts'
import { explainToday } from './explain-today.ts'
import { getBudgets } from './get-budgets.ts'
import { removeBudget, saveBudget } from './save-budget.ts'

export const budgetHandlers: Handlers<typeof budgets> = {
  getBudgets,
  saveBudget: change(saveBudget),
  removeBudget: change(removeBudget),
  explainToday,
  costAsTasks,
}
