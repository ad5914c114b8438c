import { join } from 'node:path'
import { build } from 'vite'
import { serverConfig } from '../vite.config.ts'

const out = join(import.meta.dirname, '../dist/bench')

/** Bundles `render/bare-entry.tsx` the way the shop's pages are bundled; returns the file to import. */
export async function buildBareEntry(): Promise<string> {
  const before = process.env.NODE_ENV
  // Vite and its React plugin go by this too.
  process.env.NODE_ENV = 'production'
  try {
    await build(serverConfig({ client: '', server: 'bench/render/bare-entry.tsx' }, out))
  } finally {
    if (before === undefined) delete process.env.NODE_ENV
    else process.env.NODE_ENV = before
  }
  return join(out, 'entry-server.js')
}
