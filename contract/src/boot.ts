import * as z from 'zod/mini'
import { credits } from './access.ts'
import { endpoint } from './endpoint.ts'
import { LANGUAGES } from './language.ts'
import { THEME_VIEWS, user } from './user.ts'
import { brand } from './whitelabel.ts'

/** All the page needs before its first paint; it stands in the HTML itself, so nothing is asked for. */
export const boot = z.object({
  brand,
  language: z.enum(LANGUAGES),
  theme_view: z.enum(THEME_VIEWS),
  user: z.nullable(user),
  credits: z.nullable(credits),
  production: z.boolean(),
  /** Language → content hash of its translation file. */
  messages: z.record(z.string(), z.string()),
})
export type Boot = z.infer<typeof boot>

export const booting = {
  boot: endpoint({
    method: 'GET',
    path: '/api/boot',
    caller: 'public',
    input: z.strictObject({}),
    output: boot,
    background: true,
  }),
}
