import '#theme/fonts.css'
import '#theme/tokens.css'
import '#theme/base.css'
import { setCurrency } from '@portico/contract/currency.ts'
import { createRoot } from 'react-dom/client'
import { Console } from './operator/console.tsx'
import { openTexts } from './operator/console-texts.ts'
import { readConsole } from './operator/read-console.ts'

async function start(root: HTMLElement): Promise<void> {
  const { boot, me, texts } = readConsole()
  setCurrency(boot.currency)
  const i18n = await openTexts(boot.language, texts)
  createRoot(root).render(<Console boot={boot} me={me} i18n={i18n} />)
}

const root = document.getElementById('root')
if (root) start(root)
