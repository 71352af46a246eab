import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { build, type Rolldown } from 'vite'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { nameInputs, splitContract, withoutSchemas, withSchemas } from './split-contract.ts'

const AUTH = `import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { email, MESSAGES } from './rules.ts'

export const KINDS = ['a', 'b'] as const
const answer = z.object({ answered: z.string() })
export const kind = z.enum(KINDS)
export type Kind = z.infer<typeof kind>

export const auth = {
  /** Says who it is. */
  signIn: endpoint({
    method: 'POST',
    path: '/api/sign-in',
    caller: 'public',
    input: z.strictObject({ email, signed_in: z.string().check(z.minLength(1, MESSAGES.required)) }),
    output: answer,
  }),
  signOut: endpoint({ method: 'POST', path: '/api/sign-out', caller: 'user', input: z.object({ signed_out: kind }), output: answer }),
}
export const download = { path: '/api/download', caller: 'user', input: z.object({ downloaded: kind }) } as const
`
const RULES = `import * as z from 'zod/mini'
export const MAX = 5
export const MESSAGES = { required: 'needed' } as const
export const email = z.string().check(z.minLength(MAX))
export const phone = z.string().check(z.maxLength(MAX))
export function normaliseEmail(email: string): string {
  return email.trim()
}
`
const ZOD = `const made = (kind) => (...given) => ({ kind, given, check: (...checks) => ({ kind, given, checks }) })
export const [object, strictObject, string, minLength, maxLength] =
  ['object', 'strict', 'string', 'zod-min', 'zod-max'].map(made)
export { made as enum }
`

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'portico-contract-'))
  const files = {
    'contract/src/auth.ts': AUTH,
    'contract/src/rules.ts': RULES,
    'contract/src/endpoint.ts': 'export function endpoint<T>(given: T): T { return given }',
    'zod/mini.js': ZOD,
    'zod/package.json': '{ "sideEffects": false }',
  }
  for (const [file, text] of Object.entries(files)) write(file, text)
})
afterEach(() => rmSync(folder, { recursive: true }))

function write(file: string, text: string): void {
  mkdirSync(dirname(join(folder, file)), { recursive: true })
  writeFileSync(join(folder, file), text)
}

/** What a page with this code consists of. */
async function built(page: string): Promise<string> {
  write('web/src/page.ts', page)
  const alias = [
    { find: /^@portico\/contract\//, replacement: `${folder}/contract/src/` },
    { find: 'zod/mini', replacement: join(folder, 'zod/mini.js') },
  ]
  const outputs = await build({
    root: folder,
    configFile: false,
    logLevel: 'silent',
    resolve: { alias },
    plugins: [splitContract()],
    build: {
      write: false,
      minify: false,
      rolldownOptions: { input: join(folder, 'web/src/page.ts') },
    },
  })
  return [outputs]
    .flat()
    .flatMap((made) => (made as Rolldown.RolldownOutput).output.map((part) => ('code' in part ? part.code : '')))
    .join()
}

describe('what a page is made of', () => {
  test('a call brings its address and nothing of zod, though its module has schemas', async () => {
    const code = await built(
      "import { auth, download } from '@portico/contract/auth.ts'\nconsole.log(auth.signOut, download.path)",
    )
    expect(code).toContain('/api/sign-out')
    expect(code).toContain('/api/download')
    expect(code).not.toMatch(/zod|made|caller|answered|signed_out|downloaded/)
  })

  test('names, bounds and functions come without the schemas beside them', async () => {
    const code = await built(
      "import { KINDS } from '@portico/contract/auth.ts'\nimport { MAX, normaliseEmail } from '@portico/contract/rules.ts'\nconsole.log(KINDS, MAX, normaliseEmail)",
    )
    expect(code).not.toMatch(/zod|made|\/api\//)
  })

  test('a form brings its own schema with all it is made of, and no other', async () => {
    const code = await built("import { auth } from '@portico/contract/auth.ts'\nconsole.log(auth.signIn.input)")
    expect(code).toMatch(/signed_in/)
    expect(code).toMatch(/zod-min/)
    expect(code).not.toMatch(/signed_out|answered|downloaded|phone/)
  })

  test('a schema is found where it was declared', async () => {
    const code = await built("import { email } from '@portico/contract/rules.ts'\nconsole.log(email)")
    expect(code).toMatch(/zod-min/)
    expect(code).not.toMatch(/phone/)
  })
})

test('inputs are named where they are used; other fields of that name are not', () => {
  const page = nameInputs(`import { auth, type Kind } from '@portico/contract/auth.ts'
import {
  download,
  KINDS,
  type Kind as Sort,
  team as contract,
} from '@portico/contract/auth.ts'
const form = useForm(auth.signIn.input, () => call(auth.signIn, styles.input))
const { kind } = download.input.shape
const more = useForm(contract.add.input)`)
  expect(page).toContain('useForm(auth$signIn$input, () => call(auth.signIn, styles.input))')
  expect(page).toContain('const { kind } = download$input.shape')
  expect(page).toContain('const more = useForm(team$add$input)')
  expect(page.match(/^import/gm)).toHaveLength(5)
  expect(page).toContain("import { auth$signIn$input } from '@portico/contract/auth.ts'")
  expect(page).toContain("import { download$input } from '@portico/contract/auth.ts'")
})

test('every line stays where it was', () => {
  for (const half of [withoutSchemas(AUTH, 'auth.ts'), withSchemas(AUTH)]) {
    const lines = half.split('\n')
    for (const [at, line] of AUTH.split('\n').entries())
      if (/const|signOut/.test(line)) expect(lines[at]?.slice(-60), line).toContain(/\w+(?= =|: end)/.exec(line)?.[0])
  }
})

test('a module without schemas is left as it is', () => {
  const plain = 'export const A = 1\nexport function b() {}\n'
  expect(withoutSchemas(plain, 'plain.ts')).toBe(plain)
  expect(withSchemas(plain)).toBe(plain)
})
