import type { Endpoint } from './endpoint.ts'
import type { Place } from './place.ts'

/** By this name a server counts as started by us; it also shows in process lists. */
export const clusterName = 'vitrine'

/**
 * The server's arguments. All its settings stand here rather than in postgresql.conf, so they are those of the release
 * that runs. It listens on its private Unix socket only (on Windows: on the loopback address, with a password).
 */
export function serverArguments(
  place: Place,
  endpoint: Endpoint,
  extra: Record<string, string> = {},
): string[] {
  const settings: Record<string, string> = {
    ...listening(endpoint),
    cluster_name: clusterName,
    max_connections: '100',
    shared_buffers: '64MB',
    fsync: 'on',
    // nobody replicates from here: such a shop has DATABASE_URL
    max_wal_senders: '0',
    max_logical_replication_workers: '0',
    // the disk's share of the write-ahead log stays bounded
    max_wal_size: '256MB',
    min_wal_size: '32MB',
    // short queries on few cores: parallel workers and JIT cost more than they give, and containers have little /dev/shm
    max_parallel_workers_per_gather: '0',
    jit: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    // statement errors reach the shop's own log; kept out of this one, which would hold shoppers' data (security §20)
    log_min_messages: 'log',
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
    log_checkpoints: 'off',
    ...extra,
  }
  return [
    '-D',
    place.cluster,
    ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ]
}

/** Nothing of the caller's environment reaches the server: PGDATA, PGPORT or a locale would change what it does. */
export function serverEnvironment(): NodeJS.ProcessEnv {
  if (process.platform === 'win32') return process.env
  return { PATH: process.env.PATH ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }
}

function listening(endpoint: Endpoint): Record<string, string> {
  if (endpoint.password !== undefined) return { listen_addresses: endpoint.host, port: String(endpoint.port) }
  return {
    listen_addresses: '',
    port: String(endpoint.port),
    // the value is a list; quotes keep a path with spaces or commas whole
    unix_socket_directories: `"${endpoint.host.replaceAll('"', '""')}"`,
    unix_socket_permissions: '0700',
  }
}
