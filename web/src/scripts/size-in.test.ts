import { expect, test } from 'vitest'
import { sizeIn } from './size-in.ts'

test.for([
  [
    { width: 400, height: 700 },
    { width: 400, height: 700 },
  ],
  [{ width: 0, height: 0 }, undefined],
  [{ width: 400, height: 0 }, undefined],
  [{ width: 400 }, undefined],
  [{ width: 400, height: 700, src: 'https://evil.example' }, undefined],
  [{ width: '400', height: '700' }, undefined],
  [{ width: 99_999, height: 700 }, undefined],
  [{ width: -1, height: 700 }, undefined],
  [{ width: 1.5, height: 700 }, undefined],
  ['400x700', undefined],
  [null, undefined],
  [undefined, undefined],
] as const)('F13 a frame that sends %j gets %j', ([message, size]) => {
  expect(sizeIn(message)).toEqual(size)
})
