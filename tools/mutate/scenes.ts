import type { Planted } from './planted.ts'

/** Faults that pass where two values of a scene are equal, or where nothing happens a second time. */
export const SCENES: Planted[] = [
  {
    what: 'a refund by the operator is missing beside one at the end of a task',
    file: 'server/src/ledger/outcome-store.ts',
    find: 'coalesce(o.refunded_micros, 0) + coalesce(r.amount_micros, 0) as refunded_micros',
    put: 'coalesce(o.refunded_micros, r.amount_micros, 0) as refunded_micros',
    project: 'modules',
    tests: 'server/src/operator/refund.test.ts',
  },
  {
    what: 'a finding that comes back stays solved',
    file: 'server/src/payments/finding-store.ts',
    find: 'doUpdateSet({ checked_at: now, solved_at: null })',
    put: 'doUpdateSet({ checked_at: now })',
    project: 'modules',
    tests: 'server/src/payments/reconcile.test.ts',
  },
  {
    what: 'a refunded purchase gets every new version',
    file: 'server/src/databases/version-store.ts',
    find: "    .where('state', '!=', 'failed')\n    .where('updates_until', '>', now)\n",
    put: "    .where('updates_until', '>', now)\n",
    project: 'modules',
    tests: 'server/src/databases/publish.test.ts',
  },
  {
    what: 'what a second owner demands is logged as their own',
    file: 'server/src/team/require-factor.ts',
    find: "'factor_required' : 'factor_not_required', { user_id: owner_id })",
    put: "'factor_required' : 'factor_not_required', { user_id: own.user_id })",
    project: 'modules',
    tests: 'server/src/testing/permission-matrix.test.ts',
  },
  {
    what: 'a machine login that was chosen is ignored',
    file: 'server/src/users/choose-logins.ts',
    find: "(login === undefined && scope === 'h2h')",
    put: "scope === 'h2h'",
    project: 'modules',
    tests: 'server/src/usage/reading.test.ts',
  },
  {
    what: 'answers are dropped for ever once many were written',
    file: 'server/src/answers/keep-answers.ts',
    find: '    waiting = []\n    waiting_bytes = 0\n',
    put: '    waiting = []\n',
    project: 'modules',
    tests: 'server/src/answers/answers.test.ts',
  },
  {
    what: 'what was refunded counts against a new budget of its tag',
    file: 'server/src/db/functions/budgets.sql',
    find: 'coalesce(o.refunded_micros, 0) - coalesce(r.amount_micros, 0))::bigint, 0',
    put: 'coalesce(o.refunded_micros, 0))::bigint, 0',
    project: 'modules',
    tests: 'server/src/budgets/budgets.test.ts',
  },
  {
    what: 'a single sign-on session is named to the chat',
    file: 'server/src/users/chat-identity.ts',
    find: 'session.staff_id !== null || session.sso_owner_id !== null',
    put: 'session.staff_id !== null',
    project: 'modules',
    tests: 'server/src/scripts/scripts.test.ts',
  },
]
