import { databases, LINK_DAYS, type PurchasedFile } from '@portico/contract/databases.ts'
import { useState } from 'react'
import { useToast } from '#forms/use-toast.tsx'
import { call } from '#lib/api.ts'
import { Problem } from '#lib/problem.ts'
import { useCopy } from '#ui/show/use-copy.ts'

type File = Pick<PurchasedFile, 'version' | 'location'>

/** Links are created on request: one shown for hours would have expired when it is pressed. */
export function useLinks(id: string) {
  const toast = useToast()
  const [, copyText] = useCopy()
  const [busy, setBusy] = useState('')
  const nameOf = ({ version, location }: File, what: string) => `${what} ${version} ${location}`

  async function attempt(name: string, work: () => Promise<void>): Promise<void> {
    setBusy(name)
    try {
      await work()
    } catch (error) {
      toast.problem(error)
    }
    setBusy('')
  }
  async function linkOf({ version, location }: File): Promise<string> {
    const { links } = await call(databases.issueLinks, { id })
    const found = links.find((link) => link.version === version && link.location === location)
    if (!found) throw new Problem('internal')
    return found.url
  }
  return {
    isBusy: (file: File, what: 'download' | 'copy') => busy === nameOf(file, what),
    isReplacing: busy === 'replace',
    download: (file: File) =>
      attempt(nameOf(file, 'download'), async () => {
        const { pathname, search } = new URL(await linkOf(file))
        // The link uses this site, whatever address the server has: a file that is saved leaves the page as it is.
        location.assign(pathname + search)
      }),
    copy: (file: File) =>
      attempt(nameOf(file, 'copy'), async () => {
        const result = await copyText(await linkOf(file))
        if (result === 'copied') toast.good('The link was copied. It works for {days} days.', { days: LINK_DAYS })
        else toast.bad('Could not copy')
      }),
    replace: () =>
      attempt('replace', async () => {
        await call(databases.issueLinks, { id, replace: true })
        toast.good('Earlier links no longer work.')
      }),
  }
}
export type Links = ReturnType<typeof useLinks>
