import { parentPort, workerData } from 'node:worker_threads'
import type { FileFormat } from '@portico/contract/databases.ts'
import { generate, type Wanted } from './generators.ts'
import { type Field, writeFile } from './write-file.ts'

export interface Job {
  path: string
  format: FileFormat
  fields: Field[]
  wanted: Wanted
}

/** A separate thread: a hundred thousand records take a second, in which requests are still answered. */
const { path, format, fields, wanted }: Job = workerData
parentPort?.postMessage(await writeFile(path, format, fields, generate(wanted)))
