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
const all = listed(
  '/api-dashboard',
  '/api-access',
  '/api-settings',
  '/users/profile',
  '/api-errors',
  '/api-detail',
  '/users/getrows',
)
const found = (typed: string, role: Role = 'owner', modules = all, by_sso = false) =>
  findByWords(
    cardEntries({ modules, role, by_sso }, (key) => key),
    typed,
  ).map(({ label }) => label)

describe('the palette finds a card by what people call it', () => {
  test.for([
    ['Settings › Daily limit', ['limit', 'cap', 'лимит', 'Obergrenze', 'límite', 'plafond']],
    ['Settings › Why is today’s cost different?', ['why', 'expensive', 'почему', 'warum', 'caro', 'pourquoi']],
    ['API Access › Credentials', ['password', 'пароль', 'Passwort', 'contraseña', 'mot de passe']],
    ['Profile › Password', ['password', 'пароль', 'Kennwort', 'contrasena', 'mot de passe']],
    ['API Access › Invite', ['invite', 'пригласить', 'einladen', 'invitar', 'inviter']],
    ['Settings › Alerts', ['alert', 'уведомление', 'Benachrichtigung', 'alerta', 'alerte']],
    ['Profile › Your details', ['theme', 'language', 'тема', 'язык', 'Sprache', 'idioma', 'langue', 'time zone']],
    ['Payments › Add funds', ['add funds', 'top up', 'пополнить', 'aufladen', 'recargar', 'ajouter des fonds']],
    ['Payments › Invoices and other documents', ['invoice', 'invoices', 'счёт', 'Rechnung', 'factura', 'facture']],
    ['Payments › Billing details', ['billing', 'vat', 'ндс', 'USt', 'iva', 'tva']],
    ['Payments › Auto-recharge', ['auto-recharge', 'recharge', 'автопополнение', 'automatisch', 'automática', 'seuil']],
    ['Payments › Balance history', ['refund', 'возврат', 'Rückerstattung', 'reembolso', 'remboursement']],
    ['Payments › Payment methods', ['card', 'карта', 'Karte', 'tarjeta', 'carte']],
    ['Payments › Promo code', ['promo', 'coupon', 'промокод', 'Gutschein', 'cupón', 'remise']],
    [
      'Profile › Two-factor authentication',
      ['two-factor', '2fa', 'двухфакторная', 'Zwei-Faktor', 'doble factor', 'deux facteurs'],
    ],
    ['Profile › Passkeys', ['passkeys', 'passkey', 'ключи доступа', 'Fingerabdruck', 'huella', 'empreinte']],
    ['API Access › Single sign-on', ['sso', 'single sign-on', 'единый вход', 'Firmenanmeldung', 'único', 'unique']],
    ['API Access › Agent logins', ['agent', 'mcp', 'агент', 'KI', 'agentes', 'assistant']],
    ['API Access › API keys', ['api key', 'token', 'ключ', 'Schlüssel', 'API-Schlüssel', 'clave', 'clé', 'bearer']],
    ['API Access › Create an API key', ['create api key', 'создать ключ', 'Schlüssel erstellen', 'crear clave']],
    ['API Access › Create an agent login', ['agent', 'create an agent']],
    [
      'Profile › Close the account',
      ['close account', 'delete account', 'закрыть', 'Konto löschen', 'eliminar cuenta', 'supprimer compte'],
    ],
    [
      'Profile › Your data',
      ['download my data', 'export', 'мои данные', 'Daten herunterladen', 'mis datos', 'mes données'],
    ],
    ['Usage › Export CSV', ['export', 'csv', 'focus', 'экспорт', 'exportar', 'exporter']],
    ['Dashboard › Service status', ['status', 'outage', 'сбой', 'Störung', 'incidencia', 'panne']],
    ['Errors › Code reference', ['error code', 'код', 'Fehler', 'código', 'erreur']],
  ] as const)('%s', ([label, words]) => {
    for (const word of words) expect(found(word), word).toContain(label)
  })
})

test('RO-01 cards a role may not use, or has no screen for, are not offered', () => {
  expect(found('invite', 'viewer')).not.toContain('API Access › Invite')
  expect(found('api key', 'viewer')).toContain('API Access › API keys')
  expect(found('api key', 'viewer')).not.toContain('API Access › Create an API key')
  expect(found('machine login', 'developer')).not.toContain('API Access › Add a machine login')
  expect(found('limit', 'owner', listed('/api-access'))).not.toContain('Settings › Daily limit')
})

test('no two cards have one address, by which the palette remembers what was chosen', () => {
  const ids = cardEntries({ modules: all, role: 'owner', by_sso: false }, (key) => key).map(({ id }) => id)
  expect(ids).toEqual([...new Set(ids)])
})

test.for([
  ['add funds', 'Payments › Add funds'],
  ['top up', 'Payments › Add funds'],
  ['invoice', 'Payments › Invoices and other documents'],
  ['vat', 'Payments › Billing details'],
  ['card', 'Payments › Payment methods'],
  ['promo', 'Payments › Promo code'],
  ['mcp', 'API Access › Agent logins'],
  ['sso', 'API Access › Single sign-on'],
  ['2fa', 'Profile › Two-factor authentication'],
] as const)('“%s” leads first to %s', ([typed, label]) => {
  expect(found(typed)[0]).toBe(label)
})

test('RO-01 a session by single sign-on is offered no card of the profile that its page does not have', () => {
  expect(found('profile', 'owner', all, true).filter((label) => label.startsWith('Profile ›'))).toEqual([
    'Profile › Your details',
  ])
})

test('RO-01 a viewer is offered nothing that changes the team, the logins, the account or its sign-in', () => {
  const offered = cardEntries({ modules: all, role: 'viewer', by_sso: false }, (key) => key).map(({ label }) => label)
  for (const label of [
    'API Access › Invite',
    'API Access › Add a machine login',
    'API Access › Create an agent login',
    'API Access › Single sign-on',
    'Profile › Close the account',
    'Profile › Security log',
  ])
    expect(offered).not.toContain(label)
})
