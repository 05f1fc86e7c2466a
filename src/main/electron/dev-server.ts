/** Vite's server under `npm run dev`, which serves the page from its sources; null in a build that runs by itself. */
export const devServer = process.env['ELECTRON_RENDERER_URL'] ?? null

/** A file of the page from the development server. No strict policy here: its hot reload is an inline script. */
export async function devFile(server: string, request: Request): Promise<Response> {
  const { pathname, search } = new URL(request.url)
  const headers = { accept: request.headers.get('accept') ?? '*/*' }
  return await fetch(new URL(pathname + search, server), { headers })
}
