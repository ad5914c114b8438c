import { execFileSync } from 'node:child_process'
import { chownSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Host, killAllOn, makeHost, runOn, signalOn } from './network.ts'

const passwords = { superuser: 'of-the-superuser', replication: 'of-the-standbys', shop: 'of-the-shop' }
const deploy = join(import.meta.dirname, '../../deploy')

const STABLE_MS = 6_000

type Member = { name: string; role: string; state: string }

/**
 * Three hosts, each with etcd, PostgreSQL under Patroni, and PgBouncer before it, as `deploy/` has them.
 * @param isSynchronous a commit waits for a standby; otherwise the last ones are lost with the primary
 */
export async function openCluster(folder: string, { isSynchronous }: { isSynchronous: boolean }) {
  const idOf = (which: '-u' | '-g') => Number(execFileSync('id', [which, 'postgres']))
  const [user, group] = [idOf('-u'), idOf('-g')] as const
  const hosts = [1, 2, 3].map((number) => makeHost(`db${number}`, 10 + number))
  const peers = hosts.map(({ name, address }) => `${name}=http://${address}:2380`).join(',')
  const endpoints = hosts.map(({ address }) => `${address}:2379`)
  const known = new Set<string>()
  const patroniFile = join(folder, 'patroni.yml')
  const patroni = readFileSync(join(deploy, 'patroni.yml'), 'utf8')
  writeFileSync(
    patroniFile,
    isSynchronous ? patroni : patroni.replace('synchronous_mode: true', 'synchronous_mode: false'),
  )

  function folderOf({ name }: Host): string {
    const path = join(folder, name)
    mkdirSync(path, { recursive: true })
    chownSync(path, user, group)
    return path
  }

  /** Starts a program as the unprivileged user of the database. */
  function runAsPostgres(host: Host, program: string, args: readonly string[], env: Record<string, string>) {
    const log = openSync(join(folder, `${host.name}-${program}.log`), 'a')
    const unprivileged = ['setpriv', '--reuid', `${user}`, '--regid', `${group}`, '--clear-groups']
    const path = { PATH: process.env.PATH ?? '', HOME: folderOf(host), LC_ALL: 'C.UTF-8' }
    runOn(host, [...unprivileged, program, ...args], {
      stdio: ['ignore', log, log],
      env: { ...path, ...env },
      cwd: folderOf(host),
    })
  }

  function startEtcd(host: Host) {
    const [client, peer] = [`http://${host.address}:2379`, `http://${host.address}:2380`]
    const state = known.has(host.name) ? 'existing' : 'new'
    known.add(host.name)
    runAsPostgres(
      host,
      'etcd',
      [
        ...['--name', host.name, '--data-dir', join(folderOf(host), 'etcd')],
        ...['--listen-client-urls', client, '--advertise-client-urls', client],
        ...['--listen-peer-urls', peer, '--initial-advertise-peer-urls', peer],
        ...['--initial-cluster', peers, '--initial-cluster-state', state],
        '--pre-vote',
        // For hosts that share two cores.
        ...['--heartbeat-interval', '200', '--election-timeout', '2000'],
      ],
      {},
    )
  }

  function startPatroni(host: Host) {
    const { name, address } = host
    runAsPostgres(host, 'patroni', [patroniFile], {
      PATRONI_NAME: name,
      PATRONI_ETCD3_HOSTS: endpoints.join(','),
      PATRONI_RESTAPI_LISTEN: `${address}:8008`,
      PATRONI_RESTAPI_CONNECT_ADDRESS: `${address}:8008`,
      PATRONI_POSTGRESQL_LISTEN: `${address},127.0.0.1:5432`,
      PATRONI_POSTGRESQL_CONNECT_ADDRESS: `${address}:5432`,
      PATRONI_POSTGRESQL_DATA_DIR: join(folderOf(host), 'data'),
      PATRONI_SUPERUSER_PASSWORD: passwords.superuser,
      PATRONI_REPLICATION_PASSWORD: passwords.replication,
    })
  }

  function startPgbouncer(host: Host) {
    const file = (name: string) => join(folderOf(host), name)
    writeFileSync(file('userlist.txt'), `"vitrine" "${passwords.shop}"`)
    const config = readFileSync(join(deploy, 'pgbouncer.ini'), 'utf8')
      .replace('listen_addr = 127.0.0.1', `listen_addr = ${host.address}`)
      .replace('/etc/pgbouncer/userlist.txt', file('userlist.txt'))
    writeFileSync(file('pgbouncer.ini'), config)
    runAsPostgres(host, 'pgbouncer', [file('pgbouncer.ini')], {})
  }

  function start(host: Host) {
    startEtcd(host)
    startPatroni(host)
    startPgbouncer(host)
  }

  /** The members as the first host that answers sees them; empty while none does. */
  async function members(): Promise<Member[]> {
    for (const { address } of hosts) {
      try {
        const answer = await fetch(`http://${address}:8008/cluster`, { signal: AbortSignal.timeout(1_500) })
        const { members: found } = (await answer.json()) as { members: Member[] }
        if (found.some(({ role }) => role === 'leader')) return found
      } catch {
        // It is away.
      }
    }
    return []
  }

  /** The host of the primary. @throws Error while there is none. */
  async function primary(): Promise<Host> {
    const leader = (await members()).find(({ role }) => role === 'leader')
    const host = hosts.find(({ name }) => name === leader?.name)
    if (!host) throw new Error('The cluster has no primary')
    return host
  }

  /** Waits until all members run, and one is the primary, for longer than Patroni needs to change that. @returns since when. */
  async function healthy(seconds = 120): Promise<number> {
    const until = Date.now() + seconds * 1_000
    const runs = ({ state }: Member) => state === 'running' || state === 'streaming'
    for (let since = Date.now(); ; ) {
      const found = await members()
      if (found.length !== hosts.length || !found.every(runs)) since = Date.now()
      if (Date.now() - since > STABLE_MS) return since
      if (Date.now() > until) throw new Error(`The cluster does not recover: ${JSON.stringify(found)}`)
      await sleep(500)
    }
  }

  for (const host of hosts) startEtcd(host)
  for (const host of hosts) startPatroni(host)
  for (const host of hosts) startPgbouncer(host)
  await healthy()
  const [{ address = '' } = {}] = [await primary()]
  const asSuperuser = `postgres://postgres:${passwords.superuser}@${address}/postgres`
  const statements = [
    `create role vitrine login password '${passwords.shop}'`,
    // Those that the first start behind a pooler names.
    ...['statement_timeout = 3000', 'lock_timeout = 2000', 'idle_in_transaction_session_timeout = 10000'].map(
      (limit) => `alter role vitrine set ${limit}`,
    ),
    `alter role vitrine set timezone = 'UTC'`,
    'alter role vitrine set jit = off',
    'create database vitrine owner vitrine',
  ]
  const urlAt = (port: number) =>
    `postgres://vitrine:${passwords.shop}@${hosts.map(({ address: at }) => `${at}:${port}`).join(',')}/vitrine`
  for (const statement of statements) execFileSync('psql', [asSuperuser, '-qc', statement])

  return {
    hosts,
    url: urlAt(5432),
    pooledUrl: urlAt(6432),
    primary,
    healthy,
    start,
    startEtcd,
    stopEtcd: (host: Host) => signalOn(host, 'SIGKILL', 'etcd --name'),
    startPgbouncer,
    stopPgbouncer: (host: Host) => signalOn(host, 'SIGKILL', 'pgbouncer'),
    /** Of a standby: what the primary sends is not read while it is paused. */
    pauseReplication: (host: Host, isPaused: boolean) =>
      signalOn(host, isPaused ? 'SIGSTOP' : 'SIGCONT', 'walreceiver'),
    crash: (host: Host) => killAllOn(host),
    async switchOver() {
      const { name } = await primary()
      const answer = await fetch(`http://${(await primary()).address}:8008/switchover`, {
        method: 'POST',
        body: JSON.stringify({ leader: name }),
      })
      if (!answer.ok) throw new Error(`Patroni refused the switchover: ${await answer.text()}`)
    },
  }
}

export type Cluster = Awaited<ReturnType<typeof openCluster>>
