import { expect, test } from 'vitest'
import { classNames } from './class-names.ts'

test('a class keeps its name and its owner, the same on every machine', () => {
  const name = classNames('/here/web')
  expect(name('button', '/here/web/src/ui/input/button.module.css')).toMatch(/^button_[0-9a-f]{4}$/)
  expect(name('button', '/here/web/src/ui/input/button.module.css?used')).toBe(
    classNames('/there/web')('button', '/there/web/src/ui/input/button.module.css'),
  )
  expect(name('button', '/here/web/src/ui/overlay/menu.module.css')).not.toBe(
    name('button', '/here/web/src/ui/input/button.module.css'),
  )
})

test('two sheets with the same mark must be distinguished by their author, not by chance', () => {
  const name = classNames('/web')
  expect(() => {
    for (let n = 0; n < 2_000; n += 1) name('a', `/web/${n}.css`)
  }).toThrow('would share their names')
})
