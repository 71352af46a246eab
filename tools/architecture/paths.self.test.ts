import { expect, test } from 'vitest'
import { checkPaths } from './paths.ts'

const path = 'web/src/screens/usage/screen.tsx'

test.each([
  '<Link to="/api-access" />',
  "<a href={'/api-access'} />",
  `<Link to={\`/api-detail/\${api}\`} />`,
  "<Link to={isOpen ? paths.home : '/api-access'} />",
  "navigate('/api-access')",
  "router.navigate({ to: '/api-access' })",
  "throw redirect({ to: '/signin' })",
  "history.pushState('/signin')",
  "location.assign('/signin')",
  "window.location.href = '/signin'",
  "location.href = '/api-detail/' + api",
])('paths finds: %s', (text) => {
  expect(checkPaths([{ path, text }])).toEqual([expect.stringContaining('take it from lib/paths.ts')])
})

test.each([
  ['web/src/lib/paths.ts', "navigate('/api-access')"],
  ['web/src/app/guards.test.ts', "navigate('/api-access')"],
  [path, '<Link to={paths.apiAccess} />'],
  [path, '<a href="https://example.com/x" />'],
  [path, '<link href="/assets/icon.svg" />'],
  [path, "text.replace('/', '-')"],
])('paths allows in %s: %s', (where, text) => {
  expect(checkPaths([{ path: where, text }])).toEqual([])
})
