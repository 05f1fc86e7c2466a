import './api/no-eval.ts'
import './ui/fonts.ts'
import './ui/tokens.css'
import './ui/base.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createClient } from './api/client.ts'
import { createQueryClient } from './api/query-client.ts'
import { refreshOnEvents } from './api/refresh.ts'
import { App } from './app.tsx'
import { detectHost } from './host/detect.ts'
import { followPlace } from './state/follow-place.ts'
import { followTheme } from './state/theme.ts'
import { TimelineStore } from './state/timeline-store.ts'
import { useView } from './state/view.ts'

const root = document.getElementById('root')
if (root === null) throw new Error('index.html has no #root')

followTheme()
followPlace()
const host = detectHost()
host.watchPlaces?.(({ view, open }) => useView.getState().goTo(view, open ?? undefined))
const client = createClient(() => host.credentials())
const queryClient = createQueryClient()
const timeline = new TimelineStore(client)
timeline.onEvents(refreshOnEvents(queryClient))

// A code that is used up need not matter, this tab may have its key already: the first answer tells.
await host.signIn(client).catch(() => undefined)
timeline.start()

createRoot(root).render(
  <StrictMode>
    <App services={{ host, client, timeline }} queryClient={queryClient} />
  </StrictMode>,
)
