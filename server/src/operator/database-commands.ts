import { resolve } from 'node:path'
import { operator } from '@portico/contract/operator.ts'
import { callServer } from '#integrations/own-server.ts'
import { by, type Command } from './command.ts'

/** Large files are read several times before the answer. */
const TIMEOUT_MS = 60 * 60 * 1000

/** Databases that are sold as files. */
export const databaseCommands: Command[] = [
  {
    name: 'database publish',
    usage: 'database publish <folder>',
    about: 'Adds a version of a database from its files (version.yaml, US.jsonl.gz, US.csv.gz, US.parquet, …).',
    arguments: 1,
    fields: ['folder'],
    options: {},
    run: async (access, { words: [folder = ''] }) => {
      const input = { folder: resolve(folder), by: by() }
      const data = await callServer(access, operator.publishDatabase, input, TIMEOUT_MS)
      const text = [
        `${data.database} ${data.version} is published: ${data.files} files`,
        `${data.purchases} purchases with updates got it, ${data.mails} mails were written`,
      ].join('\n')
      return { data, text }
    },
  },
]
