import { useState } from 'react'
import { useToast } from '#forms/use-toast.tsx'
import { readFile } from '#lib/api.ts'
import { saveFile } from '#ui/save-file.ts'

/** Loads a file and saves it; a failure is shown, where a link would leave the page for an error. */
export function useDownload() {
  const toast = useToast()
  const [busy, setBusy] = useState(false)
  async function download(name: string, path: string, params: Record<string, string>) {
    setBusy(true)
    try {
      const address = `${path}?${new URLSearchParams(params)}`
      saveFile(name, await readFile(address, () => undefined, new AbortController().signal))
    } catch (problem) {
      toast.problem(problem)
    }
    setBusy(false)
  }
  return { busy, download }
}
