import type { Output } from '@portico/contract/endpoint.ts'
import { operator } from '@portico/contract/operator.ts'
import { command, type Given } from './command.ts'
import { readGivenFile } from './price-commands.ts'

type Report = Output<typeof operator.uploadFile>['report']

export const uploadCommands = [
  command(operator.uploadFile, {
    name: 'catalogue upload',
    about: 'Checks a document or an overlay against what is sold, and stores it as a draft.',
    fill: { text: textOf },
    text: ({ id, report }) => [`stored as draft ${id}`, ...reportLines(report)].join('\n'),
  }),
  command(operator.listUploads, {
    name: 'catalogue uploads',
    about: 'Lists uploaded documents and which of them count.',
    text: ({ in_force, uploads }) =>
      [
        `in force: ${in_force ?? 'the provider folder alone'}`,
        ...uploads.map(
          ({ id, state, files, created_by }) =>
            `${String(id).padEnd(6)} ${state.padEnd(9)} ${files.map(({ name }) => name).join(', ')}  by ${created_by}`,
        ),
      ].join('\n'),
  }),
  command(operator.activateUpload, {
    name: 'catalogue activate',
    about: 'Makes an upload, or the provider folder alone, count on all instances without a restart.',
    text: ({ id, valid_from }) => `${id ?? 'the provider folder alone'} counts from ${valid_from}`,
  }),
]

function textOf({ options }: Given): string {
  if (options.remove !== undefined) return ''
  return readGivenFile(options.file ?? '')
}

function reportLines({ added, removed, changed, left_out, broken }: Report): string[] {
  return [
    ...added.map(({ id, is_sold }) => `+ ${id}${is_sold ? '' : ': without a price, not sold'}`),
    ...removed.map(({ id }) => `- ${id}`),
    ...changed.map(({ id, parts }) => `~ ${id}: ${parts.map(({ what }) => what).join(', ')}`),
    ...left_out.map(({ id, reason }) => `not sold: ${id}: ${reason}`),
    ...broken.map((one) => `breaks: ${one.function}: ${one.customers} customers, ${one.requests} requests in 30 days`),
  ]
}
