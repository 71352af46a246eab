import type { ShownMethod } from '@portico/contract/catalogue.ts'
import type { Faults } from '@portico/contract/check-task.ts'
import { FILES_MAX } from '@portico/contract/task-bounds.ts'
import { createContext, use, useState } from 'react'
import type { Task } from './use-request.ts'

/** The chosen files by field; the task has their names. */
export type Files = Record<string, readonly File[]>

interface ChosenFiles {
  /** The fields that take files. */
  names: readonly string[]
  files: Files
  choose: (name: string, files: readonly File[]) => void
}

const Context = createContext<ChosenFiles>({ names: [], files: {}, choose: () => {} })
export const FilesProvider = Context

const NONE: Files = {}

/** Files are of one request: they cannot be stored, so another request starts without any. */
export function useFiles(key: string, method: ShownMethod | undefined): ChosenFiles {
  const [chosen, setChosen] = useState({ key, files: NONE })
  const files = chosen.key === key ? chosen.files : NONE
  return {
    names: method?.plain?.form?.files ?? [],
    files,
    choose: (name, list) => setChosen({ key, files: { ...files, [name]: list } }),
  }
}

/** The files of a field; undefined: it takes none. */
export function useFileField(path: string) {
  const { names, files, choose } = use(Context)
  if (!names.includes(path)) return undefined
  return { chosen: files[path] ?? [], choose: (list: readonly File[]) => choose(path, list) }
}

/** A stored request has only the names of its files: they are chosen again before it runs. */
export function fileFaults(names: readonly string[], task: Task, files: Files): Faults {
  const size = Object.values(files)
    .flat()
    .reduce((sum, file) => sum + file.size, 0)
  const faults: Faults = {}
  for (const name of names) {
    const given = [task[name] ?? []].flat().map(String)
    const isThere = given.join('\n') === (files[name] ?? []).map((file) => file.name).join('\n')
    if (given.length > 0 && !isThere)
      faults[name] = { message: 'Choose the file again: {name}.', values: { name: given.join(', ') } }
    else if (given.length > 0 && size > FILES_MAX)
      faults[name] = {
        message: 'All files together can have up to {count} MB.',
        values: { count: FILES_MAX / 1_000_000 },
      }
  }
  return faults
}
