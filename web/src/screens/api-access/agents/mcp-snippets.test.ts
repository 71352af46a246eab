import { expect, test } from 'vitest'
import { AGENT_SECRET, MCP_HOST_NAMES, MCP_HOSTS, mcpSnippet } from './mcp-snippets.ts'

const url = 'https://api.example.com/mcp'

test.each(MCP_HOSTS)('the settings of %s are JSON with our address, and the secret only as a variable', (host) => {
  const text = mcpSnippet(host, { name: 'portico', url })
  const settings = JSON.parse(text)
  const servers = settings.mcpServers ?? settings.servers
  expect(Object.keys(servers)).toEqual(['portico'])
  expect(JSON.stringify(servers.portico)).toContain(url)
  expect(text).toMatch(new RegExp(`Bearer \\$\\{(env:|input:)?${AGENT_SECRET}\\}`))
  expect(text).not.toContain('ag_')
  expect(MCP_HOST_NAMES[host].file).toMatch(/\.json$/)
})
