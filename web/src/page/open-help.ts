import { whitelabel } from '@portico/contract/whitelabel.ts'
import { call } from '#lib/api.ts'
import { externalUrl } from '#lib/external-url.ts'

/** Opens the support link in a new tab. The tab is opened within the click, before the answer, or the browser would block it. */
export async function openHelp(): Promise<void> {
  const tab = window.open('', '_blank')
  if (tab) tab.opener = null
  try {
    const { url } = await call(whitelabel.getWlHelpRedirectUrl, {})
    const target = externalUrl(url)
    if (target) tab?.location.replace(target)
    else tab?.close()
  } catch (error) {
    tab?.close()
    throw error
  }
}
