import { expect, test } from 'vitest'
import { criticalCss } from './critical-css.ts'

const MARKUP = '<main class="_page_1 _wide_1"><button class="_button_1" disabled="">Go</button></main>'
const first = (css: string, theme: 'light' | 'dark' | 'system' = 'light') => criticalCss(css, MARKUP, theme)

test('rules for elements on the page are included in their order, others are not', () => {
  expect(
    first('._page_1{color:red}._dialog_1{color:red}main>._wide_1{top:0}table{top:0}#x ._no_1,._page_1 button{top:1px}'),
  ).toBe('._page_1{color:red}main>._wide_1{top:0}#x ._no_1,._page_1 button{top:1px}')
  expect(first('*,:before{margin:0}:root{top:0}html,table{top:0}')).toBe(
    '*,:before{margin:0}:root{top:0}html,table{top:0}',
  )
})

test('rules that apply only after an interaction are left to the whole style sheet', () => {
  expect(first('._button_1:hover{top:0}._page_1:has(._button_1:focus-visible){top:0}._page_1::selection{top:0}')).toBe(
    '',
  )
})

test('a state or attribute counts when the markup has it', () => {
  expect(first('._button_1:disabled{top:0}._page_1[aria-busy=true]{top:0}._page_1:checked{top:0}')).toBe(
    '._button_1:disabled{top:0}',
  )
  expect(first('._page_1:not(._gone_1){top:0}')).toBe('._page_1:not(._gone_1){top:0}')
})

test('conditions and layers stay around their rules, and dropped when empty', () => {
  expect(first('@layer base{body{margin:0}td{margin:0}}@media (width<9px){._no_1{top:0}}@keyframes a{to{top:0}}')).toBe(
    '@layer base{body{margin:0}}',
  )
})

test('the order of the layers comes before the layers, and themes and fonts are found inside of them', () => {
  const css =
    '@layer reset,kit;@layer reset{:root{--f:"Inter", serif}@font-face{font-family:Inter;src:url(/a.woff2)}.light{color:#000}.dark{color:#fff}}@layer kit{._page_1{font-family:var(--f)}}'
  expect(first(css, 'system')).toBe(
    '@layer reset,kit;@layer reset{:root{--f:serif}.system{color:#000}@media (prefers-color-scheme:dark){.system{color:#fff}}}@layer kit{._page_1{font-family:var(--f)}}',
  )
})

test('a brace in quotes is text', () => {
  expect(first('._page_1:before{content:"}"}._no_1{content:"{"}._wide_1{top:0}')).toBe(
    '._page_1:before{content:"}"}._wide_1{top:0}',
  )
})

test('a chosen theme is included alone; without a choice the browser chooses between both', () => {
  const css = '.light{color:#000}.dark{color:#fff}.light,.dark{top:0}@supports (top:0){.dark{top:1px}}'
  expect(first(css, 'dark')).toBe('.dark{color:#fff}.light,.dark{top:0}@supports (top:0){.dark{top:1px}}')
  expect(first(css, 'system')).toBe(
    '.system{color:#000}@media (prefers-color-scheme:dark){.system{color:#fff}}.system{top:0}' +
      '@supports (top:0){@media (prefers-color-scheme:dark){.system{top:1px}}}',
  )
})

test('unused custom properties are left out, and those that only they use', () => {
  expect(first(':root{--a:1px;--b:var(--a);--c:var(--b);--d:2px}._page_1{top:var(--d)}')).toBe(
    ':root{--d:2px}._page_1{top:var(--d)}',
  )
})

test('the first paint follows a dark system where the dark theme is for screens only', () => {
  expect(first('.light{color:#000}@media screen{.dark{color:#fff}}', 'system')).toBe(
    '.system{color:#000}@media screen{@media (prefers-color-scheme:dark){.system{color:#fff}}}',
  )
})

test('a font to be fetched is neither declared nor named; a system font is', () => {
  const css =
    ':root{--f:"Inter", "Near", serif}@font-face{font-family:Inter;src:url(/a.woff2)}@font-face{font-family:Near;src:local(Arial)}body{font-family:var(--f)}'
  expect(first(css)).toBe(
    ':root{--f:"Near", serif}@font-face{font-family:Near;src:local(Arial)}body{font-family:var(--f)}',
  )
})
