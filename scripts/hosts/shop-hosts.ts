import type { ChildProcess } from 'node:child_process'
import { mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { request } from 'node:https'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { makeCertificate } from '#harness/make-certificate.ts'
import { cleanEnvironment, project } from '#harness/run-shop.ts'
import { type Host, killAllOn, makeHost, runOn } from './network.ts'

export type ShopHost = Host & { role: 'web' | 'worker' }

type Options = { folder: string; web: number; worker: number; environment: Record<string, string> }

/** Hosts of the shop, and HAProxy before those that answer, as `deploy/haproxy.cfg` has it. */
export function openShopHosts({ folder, web, worker, environment }: Options) {
  const hosts: ShopHost[] = [
    ...Array.from(
      { length: web },
      (_, at): ShopHost => ({ ...makeHost(`web${at + 1}`, 21 + at), role: 'web' }),
    ),
    ...Array.from(
      { length: worker },
      (_, at): ShopHost => ({ ...makeHost(`worker${at + 1}`, 31 + at), role: 'worker' }),
    ),
  ]
  const balancer = makeHost('lb', 10)
  const running = new Map<string, ChildProcess>()
  const url = `https://${balancer.address}`

  /** `migrates`: one process changes the schema of a new database. */
  function start({ role, ...host }: ShopHost, migrates = false) {
    const dataDir = join(folder, host.name)
    mkdirSync(dataDir, { recursive: true })
    const log = openSync(join(folder, `${host.name}.log`), 'a')
    const child = runOn(host, [process.execPath, 'tests/faults/shop-main.ts'], {
      cwd: project,
      stdio: ['ignore', log, log],
      env: {
        ...cleanEnvironment(),
        ...environment,
        ...{ ROLE: role, HOST: host.address, PORT: '3000', DATA_DIR: dataDir, STORE_URL: url },
        ...{ TRUSTED_PROXIES: balancer.address, MIGRATE: migrates ? 'on' : 'off' },
      },
    })
    running.set(host.name, child)
  }

  /** Waits until a host can answer, with writes. */
  async function ready({ name, address }: Host) {
    for (let tries = 0; ; tries += 1) {
      const answer = await fetch(`http://${address}:3000/api/ready?writes`, {
        signal: AbortSignal.timeout(3_000),
      }).catch(() => undefined)
      if (answer?.ok) return
      if (tries > 600 || running.get(name)?.exitCode)
        throw new Error(`${name} is not ready: see ${folder}/${name}.log`)
      await sleep(250)
    }
  }

  function startBalancer() {
    const pem = join(folder, 'shop.pem')
    const { key, certificate } = makeCertificate(folder)
    writeFileSync(pem, readFileSync(certificate, 'utf8') + readFileSync(key, 'utf8'))
    const servers = hosts
      .filter(({ role }) => role === 'web')
      .map(({ name, address }) => `server ${name} ${address}:3000`)
    const config = readFileSync(join(project, 'deploy/haproxy.cfg'), 'utf8')
      .replace('server a 127.0.0.1:3000', servers.join('\n\t'))
      .replace('/etc/haproxy/shop.pem', pem)
      // Shoppers of the run share one address, and name their own.
      .replace('X-Forwarded-For %[src]', 'X-Forwarded-For %[req.hdr(x-forwarded-for)]')
    const file = join(folder, 'haproxy.cfg')
    writeFileSync(file, config)
    runOn(balancer, ['haproxy', '-db', '-f', file], { stdio: 'ignore' })
  }

  return {
    hosts,
    url,
    start,
    ready,
    startBalancer,
    async kill(host: ShopHost) {
      killAllOn(host)
      await sleep(200)
    },
  }
}

export type ShopHosts = ReturnType<typeof openShopHosts>

/** A request through the balancer, on a connection of its own. @returns the status; 0 without an answer. */
export const statusOf = (url: string, from: string, body?: string) =>
  new Promise<number>((resolve) => {
    const headers = {
      'x-forwarded-for': from,
      ...(body && { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' }),
    }
    const sent = request(url, {
      ...{ method: body ? 'POST' : 'GET', headers, rejectUnauthorized: false, agent: false },
      signal: AbortSignal.timeout(15_000),
    })
    sent.on('response', (reply) =>
      reply.resume().on('close', () => resolve(reply.complete ? (reply.statusCode ?? 0) : 0)),
    )
    sent.on('error', () => resolve(0))
    sent.end(body)
  })
