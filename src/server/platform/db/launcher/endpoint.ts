import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import type { DatabaseFolders } from './database-folders.ts'

/** Where the server listens: the folder of its Unix socket, or on Windows the loopback address with a password. */
export type Endpoint = { host: string; port: number; password?: string }

/** The same for a data folder on every start, so connections find a restarted or adopted server again. */
export async function chooseEndpoint(folders: DatabaseFolders): Promise<Endpoint> {
  if (process.platform !== 'win32') return { host: folders.socketFolder, port: 5432 }

  const file = join(folders.folder, 'endpoint.json')
  const known: Endpoint | undefined = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined
  const serverMayRun = existsSync(join(folders.cluster, 'postmaster.pid'))
  if (known && (serverMayRun || (await isFree(known.port)))) return known
  const endpoint = {
    host: '127.0.0.1',
    port: await freePort(),
    password: known?.password ?? randomBytes(24).toString('base64url'),
  }
  writeFileSync(file, JSON.stringify(endpoint), { mode: 0o600 })
  return endpoint
}

const isFree = (port: number) =>
  listenOnce(port).then(
    () => true,
    () => false,
  )

const freePort = () => listenOnce(0)

function listenOnce(port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : port))
    })
  })
}
