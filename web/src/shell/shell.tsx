import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { createQueryClient } from '#lib/query-client.ts'
import { SkipLink } from '#ui/skip-link.tsx'
import { Header } from './header/header.tsx'
import { LeftMenu } from './menu/left-menu.tsx'
import styles from './shell.module.css'

/** What stands around every signed-in screen. */
export function Shell({ children }: { children: ReactNode }) {
  const [client] = useState(createQueryClient)
  return (
    <QueryClientProvider client={client}>
      <SkipLink target="content" />
      <div className={styles.shell}>
        <Header />
        <LeftMenu />
        <main id="content" className={styles.content} tabIndex={-1}>
          {children}
        </main>
      </div>
    </QueryClientProvider>
  )
}
