import { CATEGORIES, KINDS, type Kind } from '@portico/contract/script-settings.ts'
import * as z from 'zod/mini'

/** The usual names of the function or list of each kind; a queue has none. */
export const GLOBALS: Record<Kind, string | undefined> = { messenger: 'Intercom', gtag: 'dataLayer', queue: undefined }

const LOOPBACK = /^(([a-z0-9-]+\.)*localhost|127\.0\.0\.1|\[::1\])$/
const ORIGIN = /^(https|wss|http|ws):\/\/(\*\.)?([a-z0-9.[\]:-]+?)(:\d{1,5})?$/

/**
 * The schema of PROVIDER_DIR/scripts.yaml. Before production a script may also come from this machine over plain http.
 */
export function scriptsFile(production: boolean) {
  const isSafe = (protocol: string, host: string) =>
    protocol === 'https:' || protocol === 'wss:' || (!production && LOOPBACK.test(host))

  const address = z.pipe(
    z.string().check(
      z.maxLength(500),
      z.refine((text) => {
        if (!URL.canParse(text)) return false
        const { protocol, hostname, username, password, hash } = new URL(text)
        return isSafe(protocol, hostname) && /^https?:$/.test(protocol) && !username && !password && !hash
      }, 'must be an https address'),
    ),
    z.transform((text) => new URL(text)),
  )
  const origin = z.string().check(
    z.refine((text) => {
      const [, protocol = '', , host = ''] = ORIGIN.exec(text) ?? []
      return isSafe(`${protocol}:`, host)
    }, 'must look like https://api.example.com, https://*.example.com or wss://…, without a path'),
  )
  const script = z.strictObject({
    kind: z.enum(KINDS, `must be one of ${KINDS.join(', ')}`),
    script: address,
    id: z.string('must be a text').check(z.regex(/^[\w.:-]{1,100}$/, 'must be letters, digits and . : _ -')),
    category: z.enum(CATEGORIES, `must be one of ${CATEGORIES.join(', ')}`),
    global: z.optional(z.string().check(z.regex(/^[A-Za-z_$][\w$]{0,40}$/, 'must be the name of a variable'))),
    origins: z._default(z.array(origin).check(z.maxLength(40)), []),
    in_development: z._default(z.boolean(), false),
    identity_secret_file: z.optional(z.string()),
  })
  return z.strictObject({
    frame_origin: z.optional(
      z.string().check(
        z.refine((text) => {
          if (!URL.canParse(text)) return false
          const url = new URL(text)
          return isSafe(url.protocol, url.hostname) && /^https?:$/.test(url.protocol) && url.origin === text
        }, 'must be an https address without a path, like https://embed.example.com'),
      ),
    ),
    ask_for: z._default(z.array(z.enum(CATEGORIES, `must be one of ${CATEGORIES.join(', ')}`)), []),
    chat: z.optional(script),
    onboarding: z.optional(script),
    push: z.optional(script),
    analytics: z.optional(script),
  })
}

type File = z.infer<ReturnType<typeof scriptsFile>>
export type ScriptInFile = NonNullable<File['chat']>
