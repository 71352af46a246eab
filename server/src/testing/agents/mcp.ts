import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'

/** A client of the SDK, signed in with the secret of an agent. */
export async function openMcpClient(url: string, secret: string) {
  const client = new Client({ name: 'test', version: '1.0.0' })
  const headers = { authorization: `Bearer ${secret}` }
  await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', url), { requestInit: { headers } }))
  /** The structured result of a tool; a refusing tool returns a text. */
  async function call(name: string, args: Record<string, unknown> = {}) {
    const { content, isError } = await client.callTool({ name, arguments: args })
    const [first] = Array.isArray(content) ? content : []
    const text = String(first?.text)
    return isError ? { error: text } : JSON.parse(text)
  }
  return { client, call, close: () => client.close() }
}
