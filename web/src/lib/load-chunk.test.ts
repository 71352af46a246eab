import { expect, test } from 'vitest'
import { loadOrRenew, loadTwice, lostFile, onlyPart, ownNames } from './load-chunk.ts'

function failing(times: number) {
  let requested = 0
  return {
    requests: () => requested,
    load: async () => {
      requested += 1
      if (requested <= times) throw new Error(`loss ${requested}`)
      return 'here'
    },
  }
}

test.for([
  ['at once', 0, 1],
  ['after one loss', 1, 2],
] as const)('a chunk comes %s', async ([, losses, requests]) => {
  const chunk = failing(losses)
  expect(await loadTwice(chunk.load, 0)).toBe('here')
  expect(chunk.requests()).toBe(requests)
})

test('a chunk lost twice is not requested again, and the page is reloaded', async () => {
  const chunk = failing(9)
  await new Promise<void>((renewed) => {
    loadOrRenew(
      chunk.load,
      () => {
        renewed()
        return true
      },
      0,
    )
  })
  expect(chunk.requests()).toBe(2)
})

test('the loss is reported where the page was already reloaded', async () => {
  await expect(loadOrRenew(failing(9).load, () => false, 0)).rejects.toThrow('loss 2')
})

test('a style that did not load is not retried: the screen would be shown without it', async () => {
  let requested = 0
  const load = async () => {
    requested += 1
    throw new Error('Unable to preload CSS for /assets/screen.css')
  }
  await expect(loadTwice(load, 0)).rejects.toThrow('CSS')
  expect(requested).toBe(1)
})

test.for([
  [
    'Failed to fetch dynamically imported module: https://own.example/assets/a-1.js',
    'https://own.example/assets/a-1.js',
  ],
  ['error loading dynamically imported module: https://own.example/assets/a-1.js', 'https://own.example/assets/a-1.js'],
  ['Importing a module script failed.', undefined],
  ['Failed to fetch dynamically imported module: https://evil.example/assets/a-1.js', undefined],
  ['Failed to fetch dynamically imported module: https://own.example/upload/a.js', undefined],
] as const)('the lost file is read from the message, and only one of our own: %s', ([message, file]) => {
  expect(lostFile(message, 'https://own.example')).toBe(file)
})

test('the module of a file is found whatever its name; of several none is', () => {
  const part = () => null
  expect(onlyPart({ t: part })).toBe(part)
  expect(() => onlyPart({ t: part, n: part })).toThrow('several exports')
  expect(() => onlyPart({})).toThrow('several exports')
})

test('a file that several parts share counts as lost, as it has other names than theirs', () => {
  const screen = { Screen: () => null, prefetch: () => {} }
  expect(ownNames(screen)).toBe(screen)
  expect(() => ownNames({ t: screen, jt: screen })).toThrow('several parts')
})
