import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { isCommonPassword, isContextPassword } from './password-list.ts'

/** From another source than the list itself (Dropbox's zxcvbn 4.4.2, MIT), the most common first. */
const mostCommon = gunzipSync(readFileSync(join(import.meta.dirname, 'most-common-3000.txt.gz')))
  .toString()
  .split('\n')

describe('A6 common passwords', () => {
  test('the 3,000 most common of legal length are refused', () => {
    expect(mostCommon).toHaveLength(3000)
    expect(mostCommon.filter((password) => password.length < 6 || !isCommonPassword(password))).toEqual([])
  })

  test('common passwords are refused in capitals, with a sign at the end, and with a year', () => {
    const accepted = (change: (password: string) => string) =>
      mostCommon.map(change).filter((password) => !isCommonPassword(password))
    expect(accepted((password) => password.toUpperCase())).toEqual([])
    expect(accepted((password) => `${password}!`)).toEqual([])
    expect(accepted((password) => `${password}2026`)).toEqual([])
  })

  test.each([
    ['PassWord'],
    ['ｐａｓｓｗｏｒｄ'],
    ['  qwerty123  '],
    ['P@ssw0rd'],
    ['Admin@123'],
    ['password1!'],
    ['Password2024!'],
    ['i love you'],
  ])('%j is refused', (password) => expect(isCommonPassword(password)).toBe(true))

  test.each([
    ['correct horse battery'],
    ['🦊🌊🎻🧭🪁🛶'],
    ['dragon🦊🌊🎻'],
    ['пятьсот синих китов'],
    ['x7#Lq!2v'],
    ['2026-03-02T10:00'],
    ['~'.repeat(128)],
    ['Zwölf Boxkämpfer jagen Viktor quer über den großen Sylter Deich. '.repeat(2).slice(0, 128)],
    ['💎'.repeat(64)],
    [''],
  ])('%j is accepted', (password) => expect(isCommonPassword(password)).toBe(false))

  test('of 5,000 random passwords none is refused', () => {
    const refused = Array.from({ length: 5_000 }, (_, at) => `kf${at.toString(36)}-q${(at * 7919).toString(36)}w`)
    expect(refused.filter(isCommonPassword)).toEqual([])
  })

  test('the list is complete: 100,000 different entries in order', () => {
    const bytes = readFileSync(join(import.meta.dirname, 'common-passwords.bin'))
    const entries = Array.from({ length: bytes.length / 5 }, (_, at) => bytes.readUIntBE(at * 5, 5))
    expect(entries).toHaveLength(100_000)
    expect(entries.every((entry, at) => at === 0 || entry > (entries[at - 1] ?? 0))).toBe(true)
  })
})

describe('A6 passwords made of public facts about their owner', () => {
  const context = ['Portico', 'Portico', 'anna.schmidt', 'anna.schmidt@acme.example', 'Anna Schmidt-Öz']

  test.each([
    ['portico'],
    ['Portico1'],
    ['portico2026'],
    ['Portico@2026!'],
    ['xxportico'],
    ['porticoportico'],
    ['anna.schmidt'],
    ['AnnaSchmidt'],
    ['anna_schmidt99'],
    ['schmidt1987'],
    ['anna1234567890'],
    ['anna.schmidt@acme.example'],
    ['ＰＯＲＴＩＣＯ'],
  ])('%j is refused', (password) => expect(isContextPassword(password, context)).toBe(true))

  test.each([
    ['portico-demo'],
    ['portico under rain'],
    ['annapurna base'],
    ['port1co-lane'],
    ['correct horse battery'],
    ['🦊🌊🎻🧭🪁🛶'],
    ['portico🦊🌊🎻'],
    ['~'.repeat(128)],
  ])('%j is accepted', (password) => expect(isContextPassword(password, context)).toBe(false))

  test('short and empty names are not compared', () => {
    expect(isContextPassword('li1234', ['Li', '', '  ', 'al@b.example'])).toBe(false)
  })

  test('a name in another script counts as well', () => {
    expect(isContextPassword('Мария1987', ['Мария Иванова'])).toBe(true)
  })
})
