import './api/no-eval.ts'
import './ui/fonts.ts'
import './ui/tokens.css'
import './ui/base.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { detectHost } from './host/detect.ts'
import { followTheme } from './state/theme.ts'

const root = document.getElementById('root')
if (root === null) throw new Error('index.html has no #root')

followTheme()
createRoot(root).render(
  <StrictMode>
    <App host={detectHost()} />
  </StrictMode>,
)
