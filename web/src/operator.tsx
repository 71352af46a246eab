import '#theme/fonts.css'
import '#theme/tokens.css'
import '#theme/base.css'
import { setCurrency } from '@portico/contract/currency.ts'
import { createRoot } from 'react-dom/client'
import { createI18n } from '#i18n/i18n.tsx'
import { fetchMessages, type Messages } from '#i18n/messages.ts'
import { readStatic } from '#lib/api.ts'
import { Console } from './operator/console.tsx'
import { readConsole } from './operator/read-console.ts'

async function start(root: HTMLElement): Promise<void> {
  const { boot, me, messages_hash } = readConsole()
  setCurrency(boot.currency)
  const [shared, own] = await Promise.all([
    fetchMessages(boot.language, boot.messages),
    readStatic<Messages>(`/assets/i18n/operator/${boot.language}.json?${messages_hash}`),
  ])
  createRoot(root).render(<Console boot={boot} me={me} i18n={createI18n(boot.language, { ...shared, ...own })} />)
}

const root = document.getElementById('root')
if (root) start(root)
