import { createHash } from 'node:crypto'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { CATEGORIES, type Category, SCRIPT_ROLES, type ScriptRole } from '@portico/contract/script-settings.ts'
import type { Brand } from '@portico/contract/whitelabel.ts'
import type { Script, Scripts } from '#ctx/ctx.ts'
import { startProblem } from '#db/start-problem.ts'
import type { Env } from '#env/env.ts'
import { checkedFile } from '#files/provider-file.ts'
import { readYamlIfThere } from '#files/yaml-file.ts'
import { GLOBALS, type ScriptInFile, scriptsFile } from './scripts-file.ts'

/** PROVIDER_DIR/scripts.yaml; without it, and with an empty one, no third-party script is ever loaded. */
export function readScripts(env: Pick<Env, 'provider_dir' | 'production' | 'public_url'>): Scripts {
  const path = join(env.provider_dir, hasOldNameOnly(env) ? 'thirdparty.yaml' : 'scripts.yaml')
  const { frame_origin, ask_for, ...given } = checkedFile(
    path,
    scriptsFile(env.production),
    readYamlIfThere(path) ?? {},
  )
  if (frame_origin === env.public_url.origin)
    throw startProblem(
      `${path}: frame_origin: must be another address than PUBLIC_URL: the frames need an origin of their own.`,
    )
  const parties = SCRIPT_ROLES.flatMap((name) => scriptOf(name, given[name], path, env.provider_dir))
  return { frame_origin: frame_origin ? new URL(frame_origin) : null, ...consentOf(ask_for, parties) }
}

/** A white-label gets none of the scripts that address its customers in the provider's name. */
export function scriptsAt(scripts: Scripts, { wl_id }: Pick<Brand, 'wl_id'>): Scripts {
  if (wl_id === 0) return scripts
  const parties = scripts.parties.filter(({ name }) => name === 'analytics')
  return { ...scripts, ...consentOf(scripts.ask_for, parties) }
}

function consentOf(ask_for: Category[], parties: Script[]) {
  const wanted = [...ask_for, ...parties.map(({ category }) => category)]
  const asks = CATEGORIES.filter((category) => wanted.includes(category))
  return { ask_for, asks, parties, revision: asks.length > 0 ? revisionOf(asks, parties) : '' }
}

/** `thirdparty.yaml` is the file's previous name: a folder that has only that one loads what it always did. */
function hasOldNameOnly({ provider_dir }: Pick<Env, 'provider_dir'>): boolean {
  return existsSync(join(provider_dir, 'thirdparty.yaml')) && !existsSync(join(provider_dir, 'scripts.yaml'))
}

function scriptOf(name: ScriptRole, given: ScriptInFile | undefined, path: string, provider_dir: string): Script[] {
  if (!given) return []
  const fail = (field: string, reason: string) => startProblem(`${path}: ${name}: ${field}: ${reason}.`)
  const { identity_secret_file: file, global, ...rest } = given
  const named = global ?? GLOBALS[given.kind]
  if (!named) throw fail('global', 'is needed: the name of the list the script reads its commands from')
  if (name !== 'chat' && file) throw fail('identity_secret_file', 'belongs to the chat alone')
  if (name === 'chat' && !file)
    throw fail(
      'identity_secret_file',
      'is needed: the chat knows a user by what we have signed, never by a bare e-mail',
    )
  const secret = file ? readSecret(resolve(provider_dir, file), (reason) => fail('identity_secret_file', reason)) : ''
  return [{ name, ...rest, global: named, secret }]
}

function readSecret(file: string, fail: (reason: string) => Error): string {
  const mode = statSync(file, { throwIfNoEntry: false })?.mode
  if (mode === undefined) throw fail(`${file} does not exist`)
  if ((mode & 0o077) !== 0) throw fail(`${file} must be readable by its owner alone (chmod 600)`)
  const secret = readFileSync(file, 'utf8').trim()
  if (secret.length < 32) throw fail(`${file} must hold 32 characters or more`)
  return secret
}

/** Another service, another purpose or another question needs a new consent. */
function revisionOf(asks: string[], parties: Script[]): string {
  const requested = [asks, ...parties.map(({ name, category, script }) => [name, category, script.origin])]
  return createHash('sha256').update(JSON.stringify(requested)).digest('hex').slice(0, 12)
}
