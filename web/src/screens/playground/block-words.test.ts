import { CODE } from '@portico/contract/codes.ts'
import { formatMicros } from '@portico/contract/money.ts'
import { BLOCK_REASONS, type PlaygroundBlock } from '@portico/contract/playground.ts'
import { expect, test } from 'vitest'
import { blockWords } from './block-words.ts'

const known = { ip: '203.0.113.9', price_micros: 2_000, balance_micros: 100, money: formatMicros }
const block = (reason: PlaygroundBlock['reason'], more: Partial<PlaygroundBlock> = {}): PlaygroundBlock => ({
  reason,
  code: CODE.balanceEmpty,
  title: '',
  product: null,
  limit_micros: 0,
  ...more,
})

test.each<[PlaygroundBlock, object]>([
  [block('no_funds'), { values: { price: '$0.002000', balance: '$0.000100' }, to: '/users/getrows/add-funds' }],
  [block('subscription', { title: 'Backlinks', product: 'backlinks' }), { to: '/backlinks-subscription' }],
  [block('subscription', { title: 'LLM', product: 'llm_mentions' }), { to: '/api-access-subscription' }],
  [block('daily_limit', { limit_micros: 5 }), { values: { limit: '$0.000005' }, to: '/api-settings/api-limits' }],
  [block('daily_limit', { title: 'SERP' }), { values: { name: 'SERP' }, button: 'Change limit' }],
  [block('ip'), { values: { ip: '203.0.113.9' }, to: '/api-access' }],
  [block('on_hold'), { to: 'support' }],
  [block('not_verified'), { to: 'resend' }],
])('%j', (given, words) => expect(blockWords(given, known)).toMatchObject(words))

test('every reason has a text, and a button always leads somewhere', () => {
  for (const reason of BLOCK_REASONS) {
    const { text, button, to } = blockWords(block(reason), known)
    expect(text).not.toBe('')
    expect(button === undefined).toBe(to === undefined)
  }
})
