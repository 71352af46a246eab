import { type ExportFormat, usageExport } from '@portico/contract/usage-export.ts'
import { useEffect, useRef, useState } from 'react'
import { useToast } from '#forms/use-toast.tsx'
import { readFile } from '#lib/api.ts'
import { saveFile } from '#ui/save-file.ts'
import type { Usage } from './use-usage.ts'

const LINE_END = 10

/** Loads all matching rows and saves them as a file; the number of lines is shown meanwhile. */
export function useExport({ filter, order }: Usage) {
  const toast = useToast()
  const running = useRef<AbortController>(undefined)
  const [lines, setLines] = useState<number>()
  const [isFocusBusy, setFocusBusy] = useState(false)
  useEffect(() => () => running.current?.abort(), [])
  async function start(format: ExportFormat) {
    const params = Object.entries({ ...filter, order, format }).filter(([, value]) => value !== undefined)
    const controller = new AbortController()
    running.current = controller
    let count = 0
    setLines(0)
    try {
      const file = await readFile(
        `${usageExport.path}?${new URLSearchParams(params)}`,
        (part) => {
          for (const byte of part) if (byte === LINE_END) count += 1
          setLines(count)
        },
        controller.signal,
      )
      saveFile(`usage-${filter.section}-${filter.from}-${filter.to}.${format}`, file)
    } catch (problem) {
      if (!controller.signal.aborted) toast.problem(problem)
    }
    setLines(undefined)
  }
  async function startFocus() {
    const controller = new AbortController()
    running.current = controller
    setFocusBusy(true)
    try {
      const { focusFile } = await import('./focus-file.ts')
      const { name, file } = await focusFile(filter, controller.signal)
      saveFile(name, file)
    } catch (problem) {
      if (!controller.signal.aborted) toast.problem(problem)
    }
    setFocusBusy(false)
  }
  return { lines, start, stop: () => running.current?.abort(), startFocus, isFocusBusy }
}
