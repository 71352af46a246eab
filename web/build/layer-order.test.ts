import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { importsOf, layerOrder } from './layer-order.ts'

const order = (files: Record<string, string[]>) => layerOrder(new Map(Object.entries(files)))

test('a sheet lies above those of the components its own components use, however far away', () => {
  const { names, of } = order({
    'ui/icon.tsx': ['ui/icon.module.css'],
    'ui/button.tsx': ['ui/button.module.css', 'ui/icon.tsx'],
    'ui/modal.ts': ['ui/button.tsx'],
    'ui/dialog.tsx': ['ui/modal.ts', 'ui/dialog.module.css'],
    'ui/badge.tsx': ['ui/badge.module.css'],
  })
  expect(names).toEqual(['kit', 'kit2', 'kit3'])
  expect(Object.fromEntries(of)).toEqual({
    'ui/icon.module.css': 'kit',
    'ui/badge.module.css': 'kit',
    'ui/button.module.css': 'kit2',
    'ui/dialog.module.css': 'kit3',
  })
})

test('folders come first: a screen above the shell, the shell above what is shared, that above the kit and the reset', () => {
  const { names, of } = order({
    'main.tsx': ['theme/base.css'],
    'screens/home/screen.tsx': ['screens/home/home.module.css'],
    'ui/badge.tsx': ['ui/badge.module.css'],
    'ui/box.tsx': ['ui/badge.tsx', 'ui/box.module.css'],
    'session/note.tsx': ['session/note.module.css'],
    'shell/shell.tsx': ['shell/shell.module.css', 'ui/box.tsx'],
  })
  expect(names).toEqual(['reset', 'kit', 'kit2', 'shared', 'shell', 'screen'])
  expect(of.get('shell/shell.module.css')).toBe('shell')
  expect(of.get('screens/home/home.module.css')).toBe('screen')
})

test('two sheets that would each have to lie above the other are refused', () => {
  const files = {
    'ui/one.tsx': ['ui/one.module.css', 'ui/other.tsx'],
    'ui/other.tsx': ['ui/other.module.css', 'ui/one.tsx'],
  }
  expect(() => order(files)).toThrow('neither can lie above the other')
})

test('a sheet in a folder without a layer is refused', () => {
  expect(() => order({ 'main.tsx': ['odd/odd.css'] })).toThrow('odd/odd.css is in a folder without a layer')
})

test("the product's sheets: a sheet that gives a class to a component lies above it", () => {
  const { names, of } = layerOrder(importsOf(resolve(import.meta.dirname, '../src')))
  const at = (sheet: string) => names.indexOf(of.get(sheet) ?? '')
  const rising = [
    'theme/base.css',
    'ui/icon/icon.module.css',
    'ui/input/button.module.css',
    'ui/overlay/dialog.module.css',
    'forms/form-dialog.module.css',
    'shell/updates/updates.module.css',
    'shell/header/header.module.css',
    'screens/dashboard/cards.module.css',
    'screens/dashboard/dashboard.module.css',
  ]
  expect(rising.map(at)).toEqual(rising.map(at).toSorted((one, other) => one - other))
  expect(new Set(rising.map(at)).size).toBe(rising.length)
})
