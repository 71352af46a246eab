import type { ShownMethod } from '@portico/contract/catalogue.ts'
import { useToast } from '#forms/use-toast.tsx'
import { useT } from '#i18n/i18n.tsx'
import { functionAddress } from '#lib/playground-address.ts'
import { IconButton } from '#ui/input/button.tsx'
import { useCopy } from '#ui/show/use-copy.ts'
import { shareAddress } from './share-link.ts'
import type { PlaygroundRequest } from './use-request.ts'

/** Copies the way to the request as it is filled in, for a colleague or a ticket. */
export function ShareButton({ request, method }: { request: PlaygroundRequest; method: ShownMethod }) {
  const t = useT()
  const toast = useToast()
  const [, copy] = useCopy()
  const { section, function: chosen, task, params } = request
  async function share() {
    const way = chosen && functionAddress(section?.id ?? '', chosen, method.id)
    const address = way && shareAddress(way, { task, params })
    if (!address) return toast.bad('This request is too long for a link. Save it and share it with the team instead.')
    const state = await copy(`${location.origin}${address}`)
    if (state === 'copied') toast.good('The link was copied. Passwords and tokens are not part of it.')
    else toast.bad('The link could not be copied.')
  }
  return <IconButton tone="quiet" icon="link" label={t('Copy link')} onClick={share} />
}
