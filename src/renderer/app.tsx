import { CSPProvider } from '@base-ui/react/csp-provider'
import { Tooltip } from '@base-ui/react/tooltip'
import type { QueryClient } from '@tanstack/react-query'
import { QueryClientProvider } from '@tanstack/react-query'
import { Frame } from './features/frame/frame.tsx'
import { ServicesContext } from './state/services.ts'
import type { Services } from './state/services.ts'
import { Toasts } from './ui/toasts.tsx'

/** Everything that lives as long as the page, around the frame. */
export function App({ services, queryClient }: { services: Services; queryClient: QueryClient }) {
  return (
    <CSPProvider disableStyleElements>
      <QueryClientProvider client={queryClient}>
        <ServicesContext value={services}>
          <Tooltip.Provider delay={400}>
            <Toasts>
              <Frame />
            </Toasts>
          </Tooltip.Provider>
        </ServicesContext>
      </QueryClientProvider>
    </CSPProvider>
  )
}
