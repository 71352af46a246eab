import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { uuid } from './form-fields.ts'

/** How long an archive can be downloaded, and how long it takes until the next one can be asked for. */
export const EXPORT_DAYS = 7
export const EXPORT_PAUSE_HOURS = 24

/** Everything of the account one works on, which is for its owners; or what is personal of whoever asks. */
export const EXPORT_SCOPES = ['account', 'person'] as const
export type ExportScope = (typeof EXPORT_SCOPES)[number]
export const EXPORT_STATES = ['preparing', 'ready', 'failed'] as const
export type ExportState = (typeof EXPORT_STATES)[number]

const exportInfo = z.object({
  /** What an archive asked for now would hold. */
  scope: z.enum(EXPORT_SCOPES),
  /** The newest one that was asked for, as long as it is there. */
  newest: z.nullable(
    z.object({
      id: uuid,
      scope: z.enum(EXPORT_SCOPES),
      state: z.enum(EXPORT_STATES),
      created_at: z.string(),
      /** Of one that is ready. */
      expires_at: z.nullable(z.string()),
      bytes: z.nullable(z.number()),
    }),
  ),
  /** When the next one can be asked for; null: now. */
  again_at: z.nullable(z.string()),
})
export type ExportInfo = z.infer<typeof exportInfo>

export const dataExport = {
  getExport: endpoint({
    method: 'GET',
    path: '/api/profile/data',
    caller: 'user',
    input: z.strictObject({}),
    output: exportInfo,
  }),
  /** Takes a sign-in password given in the last five minutes. */
  prepareExport: endpoint({
    method: 'POST',
    path: '/api/profile/data/prepare',
    caller: 'user',
    proof: 'fresh',
    input: z.strictObject({}),
    output: exportInfo,
  }),
}

/** The archive itself, for whoever asked for it. */
export const dataExportFile = {
  path: '/api/profile/data/file',
  caller: 'user',
  input: z.strictObject({ id: uuid }),
} as const
