import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

/** The sample provider with third-party scripts added; `chat.secret` is beside the file. */
export function providerWith(yaml: string) {
  const provider_dir = mkdtempSync(join(tmpdir(), 'portico-provider-'))
  cpSync(resolve(import.meta.dirname, '../../../../provider'), provider_dir, { recursive: true })
  writeFileSync(join(provider_dir, 'scripts.yaml'), yaml)
  writeFileSync(join(provider_dir, 'chat.secret'), `${CHAT_SECRET}\n`, { mode: 0o600 })
  return { provider_dir, remove: () => rmSync(provider_dir, { recursive: true, force: true }) }
}

export const CHAT_SECRET = 'a secret the chat shares with the tests'

export const CHAT = `
chat:
  kind: messenger
  script: https://widget.example/app.js?v=1
  id: app-1
  category: functional
  origins: [https://*.chat.example, wss://live.chat.example]
  identity_secret_file: chat.secret
`
