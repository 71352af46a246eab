import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { parseAmount } from '@portico/contract/parse-amount.ts'
import { documentInfo, type LeftOut, openCatalogue, referredFiles } from '#catalogue/index.ts'
import { isStartProblem } from '#db/start-problem.ts'
import { readEnv } from '#env/env.ts'
import { type Given, type Result, usageError } from './command.ts'
import { type Answers, providerFiles } from './provider-files.ts'

const DOCUMENT = /\.(ya?ml|json)$/

/** Writes the folder beside its target first, so that a refused document leaves nothing behind. */
export async function newProvider(given: Given): Promise<Result> {
  const [written = '', document = ''] = given.words
  const folder = resolve(written)
  if (existsSync(folder) && readdirSync(folder).length > 0) throw usageError(`${folder} is not empty.`)
  const { base, names } = documentsAt(resolve(document))
  mkdirSync(dirname(folder), { recursive: true })
  const draft = mkdtempSync(`${folder}.`)
  try {
    chmodSync(draft, 0o755)
    mkdirSync(join(draft, 'openapi'))
    for (const name of names) {
      mkdirSync(dirname(join(draft, 'openapi', name)), { recursive: true })
      copyFileSync(join(base, name), join(draft, 'openapi', name))
    }
    const answers = await answersFor(given, draft)
    const report = writeFiles(draft, folder, answers)
    if (existsSync(folder)) rmSync(folder, { recursive: true })
    renameSync(draft, folder)
    return { data: { folder, ...answers, auth: undefined, ...report }, text: textOf(folder, report) }
  } catch (error) {
    rmSync(draft, { recursive: true, force: true })
    if (!isStartProblem(error)) throw error
    throw usageError(error.message.replaceAll(`${join(draft, 'openapi')}/`, '').replaceAll(draft, folder))
  }
}

/** The documents, and every file below their folder that they refer to. */
function documentsAt(path: string): { base: string; names: string[] } {
  if (!existsSync(path)) throw usageError(`${path} does not exist.`)
  if (!statSync(path).isDirectory()) {
    if (!DOCUMENT.test(path)) throw usageError(`${path} must be an OpenAPI document, *.yaml or *.json.`)
    return withReferred(dirname(path), [basename(path)])
  }
  const files = readdirSync(path).filter((name) => DOCUMENT.test(name))
  if (files.length === 0) throw usageError(`${path} holds no OpenAPI document (*.yaml or *.json).`)
  return withReferred(path, files)
}

function withReferred(base: string, files: string[]): { base: string; names: string[] } {
  return { base, names: [...files, ...referredFiles(base, files)] }
}

/** By options, else by questions on a terminal, else by the document. */
async function answersFor({ options, ask }: Given, draft: string): Promise<Answers> {
  const { title: its_title, server } = documentInfo(join(draft, 'openapi'))
  const answer = async (name: string, question: string, usual: string) => {
    const given = options[name] ?? (ask && (await ask(`${question}${usual && ` [${usual}]`}: `)).trim())
    return given || usual
  }
  const title = oneLine(await answer('title', 'Name of your product', oneLine(its_title || 'My API')))
  const price = await answer('price', 'Price of a request', '0.001')
  const micros = parseAmount(price)
  if (micros === undefined || micros < 0 || micros > 1_000_000_000)
    throw usageError('--price must be an amount from 0 to 1000 with at most six decimals, such as 0.001.')
  const source = await answer('source', 'Address of your API, with its base path', server ?? '')
  const auth = await answer('auth', 'Credentials for it: Basic …, Bearer … or X-Api-Key: …; empty for none', '')
  // The same checks as at the start, before anything is written.
  readEnv({ UPSTREAM_URL: source, UPSTREAM_AUTH: auth, API_PREFIX: options.prefix ?? '' })
  return { title, price, source, auth, prefix: options.prefix }
}

function oneLine(text: string): string {
  return text
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()
    .slice(0, 80)
}

interface Report {
  sold: number
  decisions: number
  prefix: string
  source: string
}

function writeFiles(draft: string, folder: string, answers: Answers): Report {
  const { prefix: wanted, source } = answers
  const write = (files: Record<string, string>) => {
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(draft, name)), { recursive: true })
      // A reason names files by where they were read.
      writeFileSync(join(draft, name), text.replaceAll(`${draft}/`, ''), {
        mode: name === 'settings.env' ? 0o600 : 0o644,
      })
    }
  }
  write(providerFiles(folder, answers, { prefix: '', left_out: [] }))
  const open = (prefix: string) =>
    openCatalogue(draft, 'portico', undefined, { prefix, has_api_host: false, has_source: true })
  const prefix = wanted ?? (needsPrefix(() => open('').left_out) ? '/data' : '')
  const { left_out } = open(prefix)
  write(providerFiles(folder, answers, { prefix, left_out }))
  const after = open(prefix)
  const sold = after.entries.filter(({ kind, is_unpriced }) => kind !== 'account' && !is_unpriced).length
  if (sold + left_out.length === 0)
    throw usageError('The document holds nothing that can be sold: it must be OpenAPI 3 with paths.')
  return { sold, decisions: left_out.length, prefix, source }
}

/** Without a prefix a document may have no path that can be sold, which stops the reading. */
function needsPrefix(left_out: () => readonly LeftOut[]): boolean {
  try {
    return left_out().some(({ why, target }) => why === 'address' && target === undefined)
  } catch {
    return true
  }
}

function textOf(folder: string, { sold, decisions, source }: Report): string {
  return [
    `${folder}: ${sold} operations are sold${decisions > 0 ? `, ${decisions} are not: overlays/decisions.yaml has the lines that decide` : ''}.`,
    ...(source ? [] : ['UPSTREAM_URL in settings.env is empty: until you set it, the samples of the document answer.']),
    'Next: read the files, then start with the settings of settings.env (docs/sell-your-own-api.md).',
  ].join('\n')
}
