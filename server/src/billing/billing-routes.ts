import { billing, billingFiles } from '@portico/contract/billing.ts'
import { MINUTE_MS } from '@portico/contract/time.ts'
import type { FastifyInstance } from 'fastify'
import type { Ctx } from '#ctx/ctx.ts'
import type { AccessChecks } from '#http/admit.ts'
import type { Limit } from '#http/limits.ts'
import { mount } from '#http/mount.ts'
import { mountFile } from '#http/mount-file.ts'
import { documentFile, documentsFile, eInvoiceFile } from './documents.ts'
import { focusFile } from './focus.ts'
import { billingHandlers } from './handlers.ts'
import { historyFile } from './history.ts'

const WINDOW_MS = 10 * MINUTE_MS
/** A single document is drawn quickly; a whole period is not. */
const DOCUMENTS: Limit = { name: 'billing-document', max: 200, window_ms: WINDOW_MS }
const PERIODS: Limit = { name: 'billing-period', max: 60, window_ms: WINDOW_MS }

/** The endpoints, and the file downloads. */
export function billingRoutes(app: FastifyInstance, ctx: Ctx, checks: AccessChecks): void {
  mount(app, ctx, checks, billing, billingHandlers)
  mountFile(app, ctx, checks, billingFiles.document, DOCUMENTS, documentFile)
  mountFile(app, ctx, checks, billingFiles.eInvoice, DOCUMENTS, eInvoiceFile)
  mountFile(app, ctx, checks, billingFiles.documents, PERIODS, documentsFile)
  mountFile(app, ctx, checks, billingFiles.history, PERIODS, (request_ctx, input) => historyFile(request_ctx, input))
  mountFile(app, ctx, checks, billingFiles.focus, PERIODS, (request_ctx, input) => focusFile(request_ctx, input))
}
