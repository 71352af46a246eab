import { expect, test } from 'vitest'
import { type Block, readBody } from './read-body.ts'

const text = (words: string) => ({ kind: 'text' as const, text: words })
const paragraph = (...pieces: Extract<Block, { kind: 'paragraph' }>['pieces']): Block => ({ kind: 'paragraph', pieces })

test.for<[string, string, Block[]]>([
  ['nothing', '', []],
  ['blank lines alone', '\n \n\n', []],
  ['lines of one paragraph are one text', 'one\ntwo', [paragraph(text('one two'))]],
  ['an empty line parts paragraphs', 'one\n\ntwo', [paragraph(text('one')), paragraph(text('two'))]],
  ['Windows line ends', 'one\r\n\r\ntwo', [paragraph(text('one')), paragraph(text('two'))]],
  ['list items', '- one\n* two', [{ kind: 'list', items: [[text('one')], [text('two')]] }]],
  ['an item over two lines', '- one\n  more\n- two', [{ kind: 'list', items: [[text('one more')], [text('two')]] }]],
  [
    'a list right behind its paragraph',
    'These:\n- one',
    [paragraph(text('These:')), { kind: 'list', items: [[text('one')]] }],
  ],
  ['code', 'send `limit` now', [paragraph(text('send '), { kind: 'code', text: 'limit' }, text(' now'))]],
  [
    'a link',
    'see [the docs](https://docs.example/a?b=1)',
    [paragraph(text('see '), { kind: 'link', text: 'the docs', url: 'https://docs.example/a?b=1' })],
  ],
  ['a link to plain http is text', '[x](http://docs.example)', [paragraph(text('[x](http://docs.example)'))]],
  ['even on this machine', '[x](http://localhost/a)', [paragraph(text('[x](http://localhost/a)'))]],
  ['a script is text', '[x](javascript:alert(1))', [paragraph(text('[x](javascript:alert(1))'))]],
  ['data is text', '[x](data:text/html,a)', [paragraph(text('[x](data:text/html,a)'))]],
  [
    'a hidden name and password is text',
    '[x](https://a:b@evil.example)',
    [paragraph(text('[x](https://a:b@evil.example)'))],
  ],
  ['an address without a scheme is text', '[x](//evil.example)', [paragraph(text('[x](//evil.example)'))]],
  ['markup is text', '<img src=x onerror=alert(1)>', [paragraph(text('<img src=x onerror=alert(1)>'))]],
  ['a dash within words is no list', 'pay-as-you-go - always', [paragraph(text('pay-as-you-go - always'))]],
])('HD-01 the body of an update is read safely: %s', ([, body, blocks]) => {
  expect(readBody(body)).toEqual(blocks)
})
