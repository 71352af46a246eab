import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'
import { currency, inCurrency } from '@portico/contract/currency.ts'
import { PLAYGROUND_MODES } from '@portico/contract/playground.ts'
import * as z from 'zod/mini'
import { VERSION } from '../version.ts'
import type { AgentSession } from './agent-session.ts'
import { toolGetBalanceAndLimits } from './balance-tool.ts'
import { type ToolResult, toolDescribeFunction, toolEstimatePrice, toolFindFunctions } from './catalogue-tools.ts'
import { toolGetTask, toolRun } from './run-tools.ts'

const instructions = (
  max_cost: string,
) => `Functions of a data API, metered per request. Find one with find_functions, read its fields with describe_function,
check the price with estimate_price, then run it: in the sandbox (free sample data) or live (charged to the API login, never more
than ${max_cost}). Methods of kind "task" are queued: fetch the result with get_task.`

const words = (text: string) => z.describe(text)
const short = (max: number, text: string) => z.string().check(z.minLength(1), z.maxLength(max), words(text))
const from = (text: string) => z._default(z.int().check(z.gte(0)), 0).check(words(text))
const method_id = short(300, 'Of a method, as find_functions lists it: "POST /v3/…".')
const task = z
  .record(z.string(), z.unknown())
  .check(words('The fields of the request, as describe_function lists them.'))
const mode = z._default(z.enum(PLAYGROUND_MODES), 'sandbox').check(words('sandbox: free sample data. live: charged.'))
const items_from = from('Where to begin in a long result.')

const READS = { readOnlyHint: true, openWorldHint: false }

/** Opens a server for one request. It keeps no state between requests, so that any process can answer any of them. */
export async function openMcpServer(session: AgentSession) {
  const server = toolsFor(session)
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
  await server.connect(transport)
  return { transport, close: () => server.close() }
}

function toolsFor(session: AgentSession): McpServer {
  const max_cost = inCurrency('max_cost')
  const server = new McpServer(
    { name: session.brand.title, version: VERSION },
    { instructions: instructions(max_cost) },
  )
  server.registerTool(
    'find_functions',
    {
      title: 'Find functions',
      description: 'Searches the functions by name, path and description; typing errors are forgiven.',
      inputSchema: {
        query: z._default(z.string().check(z.maxLength(300)), '').check(words('Words, or nothing to list functions.')),
        limit: z._default(z.int().check(z.gte(1), z.lte(50)), 10),
      },
      annotations: READS,
    },
    (input) => answerOf(session, () => toolFindFunctions(session, input)),
  )
  server.registerTool(
    'describe_function',
    {
      title: 'Describe a function',
      description: 'The methods of a function with their fields (JSON Schema), an example that works, and prices.',
      inputSchema: {
        function_id: short(300, 'As find_functions lists it.'),
        from: from('Where to begin in a long text.'),
      },
      annotations: READS,
    },
    (input) => answerOf(session, () => toolDescribeFunction(session, input)),
  )
  server.registerTool(
    'estimate_price',
    {
      title: 'Estimate the price',
      description: 'The most a request can cost, computed as it is charged, and whether its fields are valid. Free.',
      inputSchema: { method_id, task },
      annotations: READS,
    },
    (input) => answerOf(session, () => toolEstimatePrice(session, input)),
  )
  server.registerTool(
    'run',
    {
      title: 'Run a request',
      description: `Sends one request. Live it needs ${max_cost} and is refused when it could cost more.`,
      inputSchema: {
        method_id,
        task: z._default(task, {}),
        params: z
          ._default(z.record(z.string(), z.string().check(z.maxLength(500))), {})
          .check(words('Values for the templates in its path.')),
        mode,
        [max_cost]: z.optional(
          z.number().check(z.gte(0), z.lte(1_000_000), words(`The most it may cost, in ${currency()}.`)),
        ),
        idempotency_key: z.optional(
          z
            .string()
            .check(z.regex(/^[\w.:-]{1,100}$/), words('Sent again with the same key, it runs and is charged once.')),
        ),
        items_from,
      },
      annotations: { readOnlyHint: false, destructiveHint: false, openWorldHint: true },
    },
    (input) => answerOf(session, () => toolRun(session, { ...input, max_cost: numberIn(input[max_cost]) })),
  )
  server.registerTool(
    'get_task',
    {
      title: 'Get the result of a task',
      description: 'The result of a queued task, or that it is still waiting. Free.',
      inputSchema: {
        method_id: short(300, 'The method the task was run with.'),
        task_id: short(100, 'From run.'),
        mode,
        items_from,
      },
      annotations: READS,
    },
    (input) => answerOf(session, () => toolGetTask(session, input)),
  )
  server.registerTool(
    'get_balance_and_limits',
    {
      title: 'Balance and limits',
      description: 'The balance of the API login, and what this agent login may still spend, call and until when.',
      annotations: READS,
    },
    () => answerOf(session, () => toolGetBalanceAndLimits(session)),
  )
  return server
}

/** The field's name depends on the currency, so its type is not known here. */
function numberIn(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined
}

/** Replaces internal errors by a short message: the library would show the agent their details. */
async function answerOf({ ctx, agent }: AgentSession, tool: () => ToolResult | Promise<ToolResult>) {
  try {
    const result = await tool()
    return result.ok ? textOf(JSON.stringify(result.fields)) : { ...textOf(result.message), isError: true }
  } catch (error) {
    ctx.log.error({ err: error, agent_id: agent.id }, 'agent tool failed')
    return { ...textOf('Some error. Please try again.'), isError: true }
  }
}

function textOf(text: string) {
  return { content: [{ type: 'text' as const, text }] }
}
