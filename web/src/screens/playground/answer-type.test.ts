import { expect, test } from 'vitest'
import { fileName, mediaType, previewOf } from './answer-type.ts'

test.each([
  ['image/png', 'picture'],
  ['image/svg+xml', 'picture'],
  ['audio/mpeg', 'audio'],
  ['video/mp4', 'video'],
  ['application/pdf', 'pdf'],
  ['text/html', undefined],
  ['application/xhtml+xml', undefined],
  ['image/png"><script>', undefined],
  ['application/octet-stream', undefined],
])('an answer of the type %j is shown as %s', (type, shown) => {
  expect(previewOf(type)).toBe(shown)
})

test.each([
  ['attachment; filename="report 1.pdf"', 'application/pdf', 'report 1.pdf'],
  ['attachment; filename=../../etc/passwd', 'text/plain', 'passwd'],
  ['attachment; filename="..\\\\a<b>.exe"', 'text/plain', 'a_b_.exe'],
  ['attachment; filename=".bashrc"', 'text/plain', 'result.txt'],
  ['', 'image/png; q=1', 'result.png'],
  ['', 'application/x-odd', 'result.bin'],
])('an answer with %j of the type %j is saved as %j', (disposition, type, name) => {
  expect(fileName({ 'content-disposition': disposition, 'content-type': type }, false)).toBe(name)
})

test('a JSON answer is saved as JSON, and an answer without headers has no type', () => {
  expect([fileName({}, true), mediaType(undefined)]).toEqual(['result.json', ''])
})
