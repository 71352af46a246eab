import { expect, test } from 'vitest'
import { codeSample, SAMPLE_LANGUAGES } from './code-samples.ts'

const parts = {
  url: 'https://api.example.com/v3/appendix/user_data',
  login: "o'neil$HOME+etl@example.com",
  password: 'pk_secret',
}

test.each(SAMPLE_LANGUAGES)('the %s sample names the address, the login and the password', (language) => {
  const code = codeSample(language, { ...parts, login: 'ann@example.com' })
  expect(code).toContain(parts.url)
  expect(code).toContain('ann@example.com')
  expect(code).toContain('pk_secret')
})

test('the shell passes the login to cURL unchanged, whatever characters it holds', () => {
  const [user = '', url] = codeSample('curl', parts).split(' \\\n  ')
  expect(user).toBe("curl --user 'o'\\''neil$HOME+etl@example.com:pk_secret'")
  expect(url).toBe(`'${parts.url}'`)
})

test('the Node sample sends the Basic authentication header', async () => {
  const sent: unknown[] = []
  const code = codeSample('node', parts).replaceAll('console.log', 'void')
  const run = new Function('fetch', `return (async () => { ${code} })()`)
  await run((url: string, { headers }: { headers: Record<string, string> }) => {
    sent.push(url, headers.Authorization)
    return { json: () => ({ tasks: [] }) }
  })
  expect(sent).toEqual([parts.url, `Basic ${btoa(`${parts.login}:${parts.password}`)}`])
})

test('PHP receives the login between quotes that end where they should', () => {
  expect(codeSample('php', parts)).toContain("$login = 'o\\'neil$HOME+etl@example.com';")
})

test('C# and Python receive the login as a valid string', () => {
  for (const language of ['csharp', 'python'] as const)
    expect(codeSample(language, { ...parts, login: 'a"b\\c@example.com' })).toContain('"a\\"b\\\\c@example.com"')
})

const body = JSON.stringify([{ keyword: "o'neil", location_code: 2840 }], null, 2)

test.each(SAMPLE_LANGUAGES)('the %s sample of a call that returns data posts the request as JSON', (language) => {
  const code = codeSample(language, { ...parts, body })
  expect(code).toContain('application/json')
  expect(code).toMatch(/keyword/)
  expect(codeSample(language, parts)).not.toContain('application/json')
})

test('the Node sample of such a call sends the list of tasks', async () => {
  const sent: unknown[] = []
  const code = codeSample('node', { ...parts, body }).replaceAll('console.log', 'void')
  const run = new Function('fetch', `return (async () => { ${code} })()`)
  await run((_url: string, request: { method: string; body: string }) => {
    sent.push(request.method, JSON.parse(request.body))
    return { json: () => ({ tasks: [] }) }
  })
  expect(sent).toEqual(['POST', JSON.parse(body)])
})

test.each(SAMPLE_LANGUAGES)('the %s sample reads the password from the environment where none is given', (language) => {
  const { password: _, ...without } = parts
  const code = codeSample(language, { ...without, body, method: 'PUT' })
  expect(code).toContain('API_PASSWORD')
  expect(code).not.toContain('undefined')
  expect(code).toContain('PUT')
})

test.each(['csharp', 'java', 'go', 'python'] as const)(
  'a text with line-ending characters stays on its line in %s',
  (language) => {
    const keyword = 'a\u2028b\u2029c\u0085d\ne'
    const code = codeSample(language, { ...parts, body: JSON.stringify([{ keyword }]) })
    expect(code).not.toMatch(/[\u0085\u2028\u2029]/)
    const written = code.split('\n').find((line) => line.includes('keyword')) ?? ''
    const [literal = ''] = /"\[(?:[^"\\]|\\.)*"/.exec(written) ?? []
    expect(JSON.parse(JSON.parse(literal))).toEqual([{ keyword }])
  },
)

test.each(SAMPLE_LANGUAGES)(
  'F20 the %s sample that reads the password from its environment names the page it is on',
  (language) => {
    const passwordAt = 'https://dash.example.com/api-access'
    const [comment = ''] = codeSample(language, { ...parts, password: undefined, passwordAt })
      .split('\n')
      .slice(language === 'php' ? 1 : 0)
    // Some shells take a comment for a command.
    if (language === 'curl') expect(comment).toMatch(/^curl /)
    else expect(comment).toMatch(/^(#|\/\/) API_PASSWORD: https:\/\/dash\.example\.com\/api-access$/)
    expect(codeSample(language, { ...parts, passwordAt })).not.toContain(passwordAt)
  },
)
