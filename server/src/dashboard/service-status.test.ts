import { expect, test } from 'vitest'
import { statusOf } from './service-status.ts'

test.each([
  ['nobody can say', { calls: 0, failures: 0 }, { is_down: null, is_maintained: false }, 'unknown'],
  ['the gateway says it answers', { calls: 0, failures: 0 }, { is_down: false, is_maintained: false }, 'ok'],
  ['one’s own calls say it answers', { calls: 1, failures: 0 }, { is_down: null, is_maintained: false }, 'ok'],
  ['an accident is no pattern', { calls: 4, failures: 4 }, { is_down: null, is_maintained: false }, 'ok'],
  ['one in five fails', { calls: 5, failures: 1 }, { is_down: false, is_maintained: false }, 'failing'],
  ['one in ten fails', { calls: 10, failures: 1 }, { is_down: false, is_maintained: false }, 'ok'],
  ['nothing gets through', { calls: 9, failures: 0 }, { is_down: true, is_maintained: false }, 'down'],
  ['it was announced', { calls: 9, failures: 9 }, { is_down: true, is_maintained: true }, 'maintenance'],
])('%s', (_what, seen, source, status) => expect(statusOf(seen, source)).toBe(status))
