import { readFileSync } from 'node:fs'
import { z } from 'zod'

const path = z.string().startsWith('/')

const Peer = z.strictObject({
  name: z.string().min(1),
  /** Commit or release that was built. */
  version: z.string().min(1),
  /** Where it listens. Only this machine: the load would otherwise reach a shop of others. */
  origin: z.url().refine((url) => ['127.0.0.1', 'localhost'].includes(new URL(url).hostname), {
    error: 'must be on 127.0.0.1 or localhost',
  }),
  /** Programs with arguments, started in this order and left running: its database, then its server. Empty: it runs already. */
  commands: z.array(z.array(z.string()).min(1)).default([]),
  /** Where the commands run. */
  folder: z.string().default('.'),
  env: z.record(z.string(), z.string()).default({}),
  pages: z.strictObject({ home: path, listing: path, product: path }),
  /** Selects the links to products on the listing. */
  product_links: z.string().min(1),
  /** What differs from its sources, and why. Printed below the table. */
  notes: z.array(z.string()).default([]),
})

export type Peer = z.infer<typeof Peer>

const example = {
  name: 'NextFaster',
  version: 'commit 1234567',
  origin: 'http://127.0.0.1:4151',
  folder: '/path/to/the/built/peer',
  commands: [
    ['postgres', '-D', 'data', '-p', '4155'],
    ['node', 'server.js', '--port', '4151'],
  ],
  env: { DATABASE_URL: 'postgres://peer@127.0.0.1:4155/peer' },
  pages: { home: '/', listing: '/products/a/b', product: '/products/a/b/c' },
  product_links: 'main a[href*="/products/"]',
  notes: ['its database driver was replaced: the original reaches a hosted database'],
}

/**
 * The shops to measure, from the JSON file that `PEERS` names.
 * @throws what to do when the variable is not set or the file is not valid
 */
export function readPeers(file: string | undefined = process.env.PEERS): Peer[] {
  if (!file)
    throw new Error(
      `Peers are no part of the project. Build them from their public sources, seed them, describe them in a JSON file and run:\n  PEERS=peers.json npm run bench -- peers\nThe file is a list like:\n${JSON.stringify([example], null, 2)}`,
    )
  const parsed = z.array(Peer).min(1).safeParse(readJson(file))
  if (!parsed.success) throw new Error(`${file} is not a list of peers:\n${z.prettifyError(parsed.error)}`)
  return parsed.data
}

function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    throw new Error(`PEERS names ${file}, which cannot be read as JSON: ${(error as Error).message}`)
  }
}
