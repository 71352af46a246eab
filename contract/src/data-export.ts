import * as z from 'zod/mini'
import { get, post } from './endpoint.ts'
import { uuid } from './form-fields.ts'

/** How long an archive can be downloaded, and how long until the next one can be requested. */
export const EXPORT_DAYS = 7
export const EXPORT_PAUSE_HOURS = 24

/**
 * `account`: everything of the active account, for its owners; `person`: the personal data of the user who requests it.
 */
export const EXPORT_SCOPES = ['account', 'person'] as const
export type ExportScope = (typeof EXPORT_SCOPES)[number]
export const EXPORT_STATES = ['preparing', 'ready', 'failed'] as const
export type ExportState = (typeof EXPORT_STATES)[number]

const exportInfo = z.object({
  /** The scope of an archive requested now. */
  scope: z.enum(EXPORT_SCOPES),
  /** The newest archive, until it is deleted. */
  newest: z.nullable(
    z.object({
      id: uuid,
      scope: z.enum(EXPORT_SCOPES),
      state: z.enum(EXPORT_STATES),
      created_at: z.string(),
      /** Set for an archive that is ready. */
      expires_at: z.nullable(z.string()),
      bytes: z.nullable(z.number()),
    }),
  ),
  /** When the next one can be requested; null: now. */
  again_at: z.nullable(z.string()),
})
export type ExportInfo = z.infer<typeof exportInfo>

export const dataExport = {
  getExport: get('/api/profile/data', { caller: 'user', input: z.strictObject({}), output: exportInfo }),
  /** Takes a sign-in password given in the last five minutes. */
  prepareExport: post('/api/profile/data/prepare', {
    caller: 'user',
    proof: 'fresh',
    input: z.strictObject({}),
    output: exportInfo,
  }),
}

/** Downloads the archive, for the user who requested it. */
export const dataExportFile = {
  path: '/api/profile/data/file',
  caller: 'user',
  input: z.strictObject({ id: uuid }),
} as const
