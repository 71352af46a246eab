import { expect, test } from 'vitest'
import { isProblemCode, PROBLEMS, Problem } from './problem.ts'
import { problemBody } from './problem-body.ts'

test('a problem is sent with type, code, msg and errors, and no empty field', () => {
  expect(problemBody(new Problem('wrong_credentials'))).toEqual({
    type: 'error',
    code: 'wrong_credentials',
    msg: 'Wrong e-mail or password.',
    errors: ['Wrong e-mail or password.'],
  })
})

test('VA-09 a problem about input names each field, and each message once', () => {
  const fields = { email: 'This field is required', password: 'This field is required', name: 'This is too long' }
  expect(problemBody(new Problem('invalid_input', { fields }), 'request-1')).toEqual({
    type: 'error',
    code: 'invalid_input',
    msg: 'Please check the highlighted fields.',
    errors: ['This field is required', 'This is too long'],
    fields,
    request_id: 'request-1',
  })
})

test('values of a message are sent beside it', () => {
  expect(problemBody(new Problem('too_many_tries', { values: { minutes: 10 } }))).toMatchObject({
    values: { minutes: 10 },
  })
})

test('a problem is an error, and its body carries no stack', () => {
  const problem = new Problem('internal')
  expect(problem).toBeInstanceOf(Error)
  expect(JSON.stringify(problemBody(problem))).not.toMatch(/stack|problem\.(test\.)?ts/)
})

test('an unforeseen error has a two-word message', () => {
  expect(PROBLEMS.internal).toEqual({ status: 500, text: 'Some error.' })
})

test.each(Object.entries(PROBLEMS))('%s has an error status and a sentence', (_code, { status, text }) => {
  expect(status).toBeGreaterThanOrEqual(400)
  expect(status).toBeLessThan(600)
  expect(text).toMatch(/^[A-Z].*\.$/)
})

test.each(['', 'toString', '__proto__', 'constructor', 'INTERNAL', 500, null, undefined, ['internal']])(
  '%j is not a problem code',
  (code) => {
    expect(isProblemCode(code)).toBe(false)
  },
)

test('every code of the table is a problem code', () => {
  expect(Object.keys(PROBLEMS).every(isProblemCode)).toBe(true)
})
