import type { DatabaseFolders } from './database-folders.ts'
import type { Endpoint } from './endpoint.ts'

/** Marks a server as started by us; it also appears in process lists. */
export const clusterName = 'vitrine'

/**
 * The server's arguments. All settings are here instead of in postgresql.conf, so they are those of the running
 * release. It listens on its private Unix socket only (on Windows: on the loopback address, with a password).
 */
export function serverArguments(
  folders: DatabaseFolders,
  endpoint: Endpoint,
  extra: Record<string, string> = {},
): string[] {
  const settings: Record<string, string> = {
    ...listening(endpoint),
    cluster_name: clusterName,
    max_connections: '100',
    shared_buffers: '64MB',
    fsync: 'on',
    // Replication is not supported here: such a shop uses DATABASE_URL.
    max_wal_senders: '0',
    max_logical_replication_workers: '0',
    // Bounds the disk space of the write-ahead log.
    max_wal_size: '256MB',
    min_wal_size: '32MB',
    // Queries are short and cores few: parallel workers and JIT cost more than they save, and containers have little
    // /dev/shm.
    max_parallel_workers_per_gather: '0',
    jit: 'off',
    // A named statement that was planned while its tables were small reads them whole until they are analyzed again.
    autovacuum_naptime: '5s',
    timezone: 'UTC',
    log_timezone: 'UTC',
    // Statement errors are in the shop's own log; here they would include shoppers' data (security §20).
    log_min_messages: 'log',
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
    log_checkpoints: 'off',
    ...extra,
  }
  return [
    '-D',
    folders.cluster,
    ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ]
}

/**
 * Nothing of the caller's environment is passed on: PGDATA, PGPORT or a locale would change the server's behaviour.
 */
export function serverEnvironment(): NodeJS.ProcessEnv {
  if (process.platform === 'win32') return process.env
  return { PATH: process.env.PATH ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }
}

function listening(endpoint: Endpoint): Record<string, string> {
  if (endpoint.password !== undefined) return { listen_addresses: endpoint.host, port: String(endpoint.port) }
  return {
    listen_addresses: '',
    port: String(endpoint.port),
    // The value is a list; quotes keep a path with spaces or commas together.
    unix_socket_directories: `"${endpoint.host.replaceAll('"', '""')}"`,
    unix_socket_permissions: '0700',
  }
}
