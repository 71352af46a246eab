import type { MenuItem, Modules } from '@portico/contract/menu.ts'
import type { Role } from '@portico/contract/role.ts'
import { describe, expect, test } from 'vitest'
import { findByWords } from '#lib/find-by-words.ts'
import { cardEntries } from './card-entries.ts'

const item = (url: string): MenuItem => ({
  html_id: url,
  label: url,
  url,
  desc: '',
  item_class: '',
  item_icon_class: '',
  type: 'link',
  group: null,
  submodules_options: [],
})
const listed = (...urls: string[]): Modules => ({ main: urls.map(item), nav_bar: [], nav_bar_info: [] })
const all = listed('/api-access', '/api-settings', '/users/profile', '/api-errors', '/api-detail')
const found = (typed: string, role: Role = 'owner', modules = all) =>
  findByWords(
    cardEntries({ modules, role }, (key) => key),
    typed,
  ).map(({ label }) => label)

describe('the palette finds a card by what people call it', () => {
  test.for([
    ['Settings › Daily limit', ['limit', 'cap', 'лимит', 'Obergrenze', 'límite', 'plafond']],
    ['API Access › Credentials', ['password', 'пароль', 'Passwort', 'contraseña', 'mot de passe']],
    ['Profile › Password', ['password', 'пароль', 'Kennwort', 'contrasena', 'mot de passe']],
    ['API Access › Invite', ['invite', 'пригласить', 'einladen', 'invitar', 'inviter']],
    ['Settings › Alerts', ['alert', 'уведомление', 'Benachrichtigung', 'alerta', 'alerte']],
    ['Profile › Your details', ['theme', 'language', 'тема', 'язык', 'Sprache', 'idioma', 'langue', 'time zone']],
    ['Errors › Code reference', ['error code', 'код', 'Fehler', 'código', 'erreur']],
  ] as const)('%s', ([label, words]) => {
    for (const word of words) expect(found(word), word).toContain(label)
  })
})

test('RO-01 cards a role may not use, or has no screen for, are not offered', () => {
  expect(found('invite', 'viewer')).not.toContain('API Access › Invite')
  expect(found('machine login', 'developer')).not.toContain('API Access › Add a machine login')
  expect(found('limit', 'owner', listed('/api-access'))).not.toContain('Settings › Daily limit')
})
