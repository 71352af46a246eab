import './theme/tokens.css'
import './theme/base.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Screen } from './screens/development/screen.tsx'

const root = document.getElementById('root')
document.body.className = new URLSearchParams(location.search).get('theme') ?? 'light'
if (root)
  createRoot(root).render(
    <StrictMode>
      <Screen />
    </StrictMode>,
  )
