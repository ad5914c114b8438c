import type { ChildProcess } from 'node:child_process'
import { existsSync, openSync, writeFileSync } from 'node:fs'
import { request } from 'node:https'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { cleanEnvironment, project } from '#harness/run-shop.ts'
import { fillDisk, type Host, killAllOn, makeHost, mountDisk, runOn } from './network.ts'

/** Debian's package libfaketime: the clock of a process is that of a file. Without it clocks stay. */
const clockLibrary = '/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1'
export const hasClocks = existsSync(clockLibrary)

export type ShopHost = Host & { role: 'web' | 'worker' }

type Options = { folder: string; web: number; worker: number; environment: Record<string, string> }

/** Hosts of the shop: some answer requests, the others work. */
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
  const running = new Map<string, ChildProcess>()

  const dataDirOf = ({ name }: Host) => join(folder, name)
  for (const host of hosts) mountDisk(dataDirOf(host))
  const clockOf = ({ name }: Host) => join(folder, `${name}.clock`)
  const setClock = (host: Host, hours: number) =>
    writeFileSync(clockOf(host), `${hours < 0 ? '' : '+'}${hours}h\n`)

  /** `migrates`: one process changes the schema of a new database. */
  function start({ role, ...host }: ShopHost, migrates = false) {
    const dataDir = dataDirOf(host)
    setClock(host, 0)
    const log = openSync(join(folder, `${host.name}.log`), 'a')
    const child = runOn(host, [process.execPath, 'tests/faults/shop-main.ts'], {
      cwd: project,
      stdio: ['ignore', log, log],
      env: {
        ...cleanEnvironment(),
        ...environment,
        ...{ ROLE: role, HOST: host.address, PORT: '3000', DATA_DIR: dataDir },
        MIGRATE: migrates ? 'on' : 'off',
        ...(hasClocks && {
          LD_PRELOAD: clockLibrary,
          ...{
            FAKETIME_TIMESTAMP_FILE: clockOf(host),
            FAKETIME_CACHE_DURATION: '1',
            FAKETIME_DONT_FAKE_MONOTONIC: '1',
          },
        }),
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

  return {
    hosts,
    start,
    restart(host: Host) {
      const known = hosts.find(({ name }) => name === host.name)
      if (known) start(known)
    },
    ready,
    setClock,
    fillDisk: (host: Host, isFull: boolean) => fillDisk(dataDirOf(host), isFull),
    async kill(host: Host) {
      killAllOn(host)
      await sleep(200)
    },
  }
}

export type ShopHosts = ReturnType<typeof openShopHosts>

/** A request on a connection of its own. `host` is the one that it names, by default that of the address. */
type Sent = { from: string; body?: string | undefined; host?: string }

/** @returns status and text; a status of 0 without a complete answer. */
export const send = (url: string, { from, body, host }: Sent) =>
  new Promise<{ status: number; text: string }>((resolve) => {
    const headers = {
      'x-forwarded-for': from,
      ...(host && { host }),
      ...(body && { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' }),
    }
    const failed = () => resolve({ status: 0, text: '' })
    const sent = request(url, {
      ...{ method: body ? 'POST' : 'GET', headers, rejectUnauthorized: false, agent: false },
      signal: AbortSignal.timeout(15_000),
    })
    sent.on('response', (reply) => {
      let text = ''
      reply.setEncoding('utf8').on('data', (part: string) => (text += part))
      reply.on('error', failed)
      reply.on('close', () =>
        resolve(reply.complete ? { status: reply.statusCode ?? 0, text } : { status: 0, text }),
      )
    })
    sent.on('error', failed)
    sent.end(body)
  })
