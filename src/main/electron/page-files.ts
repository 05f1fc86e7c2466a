import { readFile } from 'node:fs/promises'
import { extname, join, sep } from 'node:path'
import { PAGE_CSP } from '../../shared/csp.ts'

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
}

/** The file of the built page under `folder` that `url` names; `/` is `index.html`. Nothing outside it is reached. */
export async function pageFile(folder: string, url: string): Promise<Response> {
  const path = filePath(folder, new URL(url).pathname)
  const bytes = path === null ? null : await readIfFile(path)
  if (path === null || bytes === null) return new Response('Not found', { status: 404 })
  return new Response(bytes, {
    headers: {
      'content-type': MEDIA_TYPES[extname(path)] ?? 'application/octet-stream',
      'content-security-policy': PAGE_CSP,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-cache',
    },
  })
}

function filePath(folder: string, pathname: string): string | null {
  const name = decodePath(pathname)
  if (name === null || name.includes('\0')) return null
  const path = join(folder, name === '/' ? 'index.html' : name)
  return path.startsWith(folder + sep) ? path : null
}

function decodePath(pathname: string): string | null {
  try {
    return decodeURIComponent(pathname)
  } catch {
    // Not an encoding of anything, so not the name of a file.
    return null
  }
}

async function readIfFile(path: string): Promise<Uint8Array<ArrayBuffer> | null> {
  try {
    return await readFile(path)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'EISDIR' || code === 'ENOTDIR') return null
    throw error
  }
}
