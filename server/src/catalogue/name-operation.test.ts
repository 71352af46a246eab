import { expect, test } from 'vitest'
import { nameOperation } from './name-operation.ts'

const nameOf = (summary: string | undefined, description?: string, operation_id?: string) =>
  nameOperation({ summary, description, operation_id, function_id: 'chat/completions' })

const PAGE =
  '**Starting a new project?** We recommend trying [Responses](/docs/api-reference/responses)\nto use the latest features.\n\n---\n\nCreates a model response for the given chat conversation.'

test.each([
  ['Create a task', undefined, 'Create a task'],
  ['Create a task.', undefined, 'Create a task'],
  ['Lists `tasks` of a <b>project</b>', undefined, 'Lists tasks of a project'],
  ['Returns the user. The user must exist. It is found by id.', undefined, 'Returns the user'],
  ['Sends e.g. a text to v1.2 of it. More follows.', undefined, 'Sends e.g. a text to v1.2 of it'],
  [PAGE, 'createChatCompletion', 'Create chat completion'],
  [PAGE, undefined, 'Chat completions'],
  [PAGE, 'v2.chat$1', 'Chat completions'],
  [undefined, 'files_upload', 'Files upload'],
  ['', undefined, 'Chat completions'],
  ['Is it up?', 'ping', 'Is it up?'],
])('a summary %j with the id %j is the name %j', (summary, operation_id, title) => {
  expect(nameOf(summary, undefined, operation_id).title).toBe(title)
})

test('a long sentence without an end is cut between words', () => {
  const { title, summary } = nameOf('word '.repeat(60))
  expect(title).toMatch(/^(word )*word…$/)
  expect(title.length).toBeLessThanOrEqual(80)
  expect(summary).toContain('word word')
})

test('what a name leaves out begins the description, which is not written twice', () => {
  expect(nameOf('Gets it. Then more.', 'In **detail**.')).toEqual({
    title: 'Gets it',
    summary: 'Gets it. Then more.\n\nIn **detail**.',
    brief: 'Gets it. Then more. In detail.',
  })
  expect(nameOf('Gets it. Then more.', 'Gets it. Then more.').summary).toBe('Gets it. Then more.')
  expect(nameOf('Gets it', 'Really').summary).toBe('Really')
})

test('the brief of a long description is its beginning', () => {
  const { brief } = nameOf('Name', 'a long text '.repeat(500))
  expect(brief.length).toBeLessThanOrEqual(400)
  expect(brief).toMatch(/…$/)
})
