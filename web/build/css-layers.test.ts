import { expect, test } from 'vitest'
import { inLayer, joined } from './css-layers.ts'

const NAMES = ['reset', 'kit', 'screen']

test('a sheet declares the order of all layers before its own rules', () => {
  expect(inLayer('.a{top:0}', 'kit', NAMES)).toBe('@layer reset,kit,screen;@layer kit{.a{top:0}}')
})

test('a sheet with an import is refused, because the import would be in no layer', () => {
  expect(() => inLayer('@import "./fonts.css";', 'reset', NAMES)).toThrow('import it in a script')
})

test('a file declares the order once and has one block per layer, in order', () => {
  const css =
    '@layer reset,kit,screen;@layer screen{.c{top:0}}@layer kit{.a{top:0}@media (width<9px){.a{top:1px}}}@layer kit{.b{top:0}}'
  expect(joined(css, NAMES, 'a.css')).toBe(
    '@layer reset,kit,screen;@layer kit{.a{top:0}@media (width<9px){.a{top:1px}}.b{top:0}}@layer screen{.c{top:0}}',
  )
})

test.each(['.a{top:0}', '@media (width<9px){.a{top:0}}', '@layer other{.a{top:0}}', '@layer{.a{top:0}}'])(
  'a rule outside of the layers fails the build: %s',
  (rule) => {
    expect(() => joined(`@layer kit{.b{top:0}}${rule}`, NAMES, 'assets/a.css')).toThrow(
      'assets/a.css: this is in no layer of ours',
    )
  },
)
