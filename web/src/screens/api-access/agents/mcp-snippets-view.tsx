import { useState } from 'react'
import { useT } from '#i18n/i18n.tsx'
import { Tabs } from '#ui/input/tabs.tsx'
import { CodeView } from '#ui/show/code-view.tsx'
import { useBrand } from '#whitelabel/brand.tsx'
import styles from '../api-access.module.css'
import { AGENT_SECRET, MCP_HOST_NAMES, MCP_HOSTS, type McpHost, mcpSnippet } from './mcp-snippets.ts'

const TABS = MCP_HOSTS.map((id) => ({ id, label: MCP_HOST_NAMES[id].name }))

/** How an agent is connected; the secret itself is never in it. */
export function McpSnippets({ url }: { url: string }) {
  const t = useT()
  const { product } = useBrand()
  const [host, setHost] = useState<McpHost>('claude-code')
  return (
    <div className={styles.snippets}>
      <p className={styles.note}>
        {t('Add this to your MCP host’s configuration. The secret is read from {name}, or the host prompts for it.', {
          name: AGENT_SECRET,
        })}
      </p>
      <Tabs label={t('MCP host')} tabs={TABS} value={host} onChange={setHost}>
        <CodeView code={mcpSnippet(host, { name: product, url })} language="json" label={MCP_HOST_NAMES[host].file} />
      </Tabs>
    </div>
  )
}
