export const MCP_HOSTS = ['claude-code', 'cursor', 'vscode', 'windsurf', 'remote'] as const
export type McpHost = (typeof MCP_HOSTS)[number]

/** Their product names, in every language, and where their settings are. */
export const MCP_HOST_NAMES: Record<McpHost, { name: string; file: string }> = {
  'claude-code': { name: 'Claude Code', file: '.mcp.json' },
  cursor: { name: 'Cursor', file: '.cursor/mcp.json' },
  vscode: { name: 'VS Code', file: '.vscode/mcp.json' },
  windsurf: { name: 'Windsurf', file: 'mcp_config.json' },
  remote: { name: 'mcp-remote', file: 'mcp.json' },
}

/** The environment variable with the secret: its value appears in no snippet. */
export const AGENT_SECRET = 'AGENT_SECRET'

/** Settings of an MCP host, as they can be saved; `name` is what the host calls our server. */
export function mcpSnippet(host: McpHost, { name, url }: { name: string; url: string }): string {
  return JSON.stringify(SETTINGS[host](name, url), null, 2)
}

const authorized = (secret: string) => ({ Authorization: `Bearer ${secret}` })

const SETTINGS: Record<McpHost, (name: string, url: string) => unknown> = {
  'claude-code': (name, url) => ({
    mcpServers: { [name]: { type: 'http', url, headers: authorized(`\${${AGENT_SECRET}}`) } },
  }),
  cursor: (name, url) => ({ mcpServers: { [name]: { url, headers: authorized(`\${env:${AGENT_SECRET}}`) } } }),
  // The editor prompts for the secret once and stores it itself.
  vscode: (name, url) => ({
    servers: { [name]: { type: 'http', url, headers: authorized(`\${input:${AGENT_SECRET}}`) } },
    inputs: [{ type: 'promptString', id: AGENT_SECRET, description: 'Secret of the agent login', password: true }],
  }),
  windsurf: (name, url) => ({
    mcpServers: { [name]: { serverUrl: url, headers: authorized(`\${env:${AGENT_SECRET}}`) } },
  }),
  // For hosts that only start programs: a bridge that reads the variable.
  remote: (name, url) => ({
    mcpServers: {
      [name]: {
        command: 'npx',
        args: ['-y', 'mcp-remote', url, '--header', `Authorization:Bearer \${${AGENT_SECRET}}`],
      },
    },
  }),
}
