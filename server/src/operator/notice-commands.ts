import { resolve } from 'node:path'
import { operator } from '@portico/contract/operator.ts'
import { command, usageError } from './command.ts'

/** Large files are read several times before the answer. */
const PUBLISH_TIMEOUT_MS = 60 * 60 * 1000

/** Announcements of maintenance, and databases that are sold as files. */
export const noticeCommands = [
  command(operator.addNotice, {
    name: 'notice add',
    about: 'Announces a maintenance window; times like 2026-12-03T03:30:00Z.',
    arguments: ['id'],
    text: ({ id, mails }) => `${id} is announced${mails > 0 ? `, and goes to ${mails} subscribers` : ''}`,
  }),
  command(operator.listNotices, {
    name: 'notice list',
    about: 'Lists announcements, newest first: added ones, those of notices.yaml and of new prices.',
    text: ({ notices }) => {
      const lines = notices.map((row) =>
        [
          row.id,
          row.state,
          row.kind === 'prices' ? 'new prices' : 'maintenance',
          `${row.starts_at} to ${row.ends_at}`,
          ...(row.email ? [`for ${row.email}`] : []),
          ...(row.origin === 'file' ? ['of notices.yaml'] : []),
          ...(row.text ? [JSON.stringify(row.text)] : []),
        ].join('  '),
      )
      return lines.join('\n') || 'none'
    },
  }),
  command(operator.removeNotice, {
    name: 'notice remove',
    about: 'Takes back an announcement made with notice add.',
    arguments: ['id'],
    text: ({ removed }, { id }) => {
      if (!removed) throw usageError(`There is no notice '${id}'.`)
      return `${id} removed`
    },
  }),
  command(operator.publishDatabase, {
    name: 'database publish',
    about: 'Adds a version of a database from its files (version.yaml, US.jsonl.gz, US.csv.gz, US.parquet, …).',
    arguments: ['folder'],
    fill: { folder: ({ words: [folder = ''] }) => resolve(folder) },
    timeout_ms: PUBLISH_TIMEOUT_MS,
    text: ({ database, version, files, purchases, mails }) =>
      `${database} ${version} is published: ${files} files\n${purchases} purchases with updates got it, ${mails} mails were written`,
  }),
]
