import { isRetryable } from '@portico/contract/code-facts.ts'
import type { Input, Output } from '@portico/contract/endpoint.ts'
import type { errors } from '@portico/contract/errors.ts'
import { Problem } from '@portico/contract/problem.ts'
import { REFUSAL_REASONS, scopeKind } from '@portico/contract/spend-scopes.ts'
import { agentNames } from '#access/secrets/index.ts'
import { readAnswers } from '#answers/index.ts'
import type { Catalogue } from '#catalogue/index.ts'
import type { UserCtx } from '#ctx/ctx.ts'
import { functionsByKey, sentAs, titleOfScope } from '#function-names/index.ts'
import { apiAddress } from '#http/api-address.ts'
import { type EventRow, oneError } from '#traffic/errors/index.ts'
import { loginsInScope } from '#users/index.ts'
import { showRow } from './show-row.ts'

type Detail = Output<typeof errors.getError>

/** One error with all details. One of another account is answered as unknown. */
export async function getError(ctx: UserCtx, { scope, id }: Input<typeof errors.getError>): Promise<Detail> {
  const logins = await loginsInScope(ctx, scope, '/h2h-errors')
  const ids = logins.map((login) => login.id)
  const found = await oneError(ctx, ids, id)
  if (!found) throw new Problem('not_allowed')
  const row = showRow(ctx.catalogue, found, logins.find((login) => login.id === found.login_id)?.login ?? '')
  const { kind, request_id, ip, is_sandbox, time_ms } = found
  const credential = (await agentNames(ctx.db, [found.login_id])).find((one) => one.id === found.agent_id) ?? null
  return {
    ...row,
    kind,
    request_id,
    ip,
    is_sandbox,
    is_retryable: isRetryable(found.code),
    time_ms,
    ...sentAs(ctx.catalogue, found),
    url: `${apiAddress(ctx).origin}${is_sandbox ? '/sandbox' : ''}${found.path}`,
    request: found.request ?? null,
    request_cut_at: found.request_cut_at,
    playground: functionsByKey(ctx.catalogue).get(row.function)?.playground ?? null,
    credential,
    refusal: refusalOf(ctx.catalogue, found, credential),
  }
}

export async function getErrorAnswer(
  ctx: UserCtx,
  { scope, id }: Input<typeof errors.getErrorAnswer>,
): Promise<Output<typeof errors.getErrorAnswer>> {
  const logins = await loginsInScope(ctx, scope, '/h2h-errors')
  const found = await oneError(
    ctx,
    logins.map((login) => login.id),
    id,
  )
  if (!found) throw new Problem('not_allowed')
  return readAnswers(ctx, found)
}

/** Null as well for a reason that only a later version knows. */
function refusalOf(
  catalogue: Catalogue,
  { reason, scope }: EventRow,
  credential: Detail['credential'],
): Detail['refusal'] {
  const known = REFUSAL_REASONS.find((one) => one === reason)
  if (!known || scope === null) return null
  const title = scopeKind(scope) === 'agent' ? (credential?.name ?? '') : titleOfScope(catalogue, scope)
  return { reason: known, scope, title }
}
