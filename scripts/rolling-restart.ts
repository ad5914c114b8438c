/**
 * The second half of `npm run rolling`: two hosts are restarted one after the other behind HAProxy and nginx, as `deploy/` configures
 * them, while shoppers read pages and fill carts. No request may fail.
 */
import { spawn, spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { Agent, request } from 'node:https'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { makeCertificate } from '../tests/harness/make-certificate.ts'
import { findFreePort, project } from '../tests/harness/run-shop.ts'

export type RestartableHost = { port: number; stop(): Promise<void>; start(): Promise<void> }
type Options = { folder: string; hosts: readonly RestartableHost[]; say: (line: string) => void }

const SHOPPERS = 40
/** Between two requests of a shopper; the ones who write keep below the limit of an address. */
const PAUSE_MS = { read: 100, write: 1_500 }
const pages = ['/', '/shop-online', '/product/moon-vase', '/cart']

/** @returns the failed requests. */
export async function restartUnderLoad({ folder, hosts, say }: Options): Promise<number> {
  let failed = 0
  for (const program of ['haproxy', 'nginx'] as const) {
    if (spawnSync(program, ['-v']).error) {
      say(`${program}: skipped, it is not installed`)
      continue
    }
    const https = await findFreePort()
    const args = await configure[program](folder, hosts, https)
    const proxy = spawn(program, args, { stdio: 'ignore' })
    try {
      await sleep(2_000)
      const load = startLoad(https)
      await sleep(2_000)
      for (const host of hosts) {
        await host.stop()
        await host.start()
        // A host that nginx has left alone is tried again after 30 s; until then the other one must not stop.
        await sleep(program === 'nginx' ? 31_000 : 3_000)
      }
      const { requestCount, problems } = await load.stop()
      const count = Object.values(problems).reduce((sum, one) => sum + one, 0)
      say(
        `${program}: ${count} of ${requestCount} requests failed while both hosts were restarted ${JSON.stringify(problems)}`,
      )
      failed += count
    } finally {
      proxy.kill('SIGTERM')
      await new Promise((resolve) => (proxy.exitCode === null ? proxy.once('exit', resolve) : resolve(0)))
    }
  }
  return failed
}

const configure = {
  async haproxy(folder: string, hosts: readonly RestartableHost[], https: number) {
    const file = join(folder, 'shop.pem')
    const { key, certificate } = makeCertificate(folder)
    writeFileSync(file, readFileSync(certificate, 'utf8') + readFileSync(key, 'utf8'))
    const servers = hosts.map(({ port }, at) => `server host${at} 127.0.0.1:${port}`)
    const config = read('haproxy.cfg')
      .replace('server a 127.0.0.1:3000', servers.join('\n\t'))
      .replace('bind :80', `bind :${await findFreePort()}`)
      .replace('bind :443', `bind :${https}`)
      .replace('/etc/haproxy/shop.pem', file)
    writeFileSync(join(folder, 'haproxy.cfg'), config)
    return ['-db', '-f', join(folder, 'haproxy.cfg')]
  },
  async nginx(folder: string, hosts: readonly RestartableHost[], https: number) {
    const { key, certificate } = makeCertificate(folder)
    const servers = hosts.map(({ port }) => `server 127.0.0.1:${port} max_fails=1 fail_timeout=30s;`)
    const config = read('nginx.conf')
      .replaceAll('server 127.0.0.1:3000 max_fails=0;', servers.join('\n'))
      .replace('http {', `http {\nclient_body_temp_path ${folder}/body; proxy_temp_path ${folder}/replies;`)
      .replace('listen 80', `listen ${await findFreePort()}`)
      .replace('listen 443', `listen ${https}`)
      .replace(/(?<=ssl_certificate ).*(?=;)/, certificate)
      .replace(/(?<=ssl_certificate_key ).*(?=;)/, key)
    writeFileSync(join(folder, 'nginx.conf'), config)
    const directives = `daemon off; pid ${folder}/nginx.pid; error_log ${folder}/nginx.log;`
    return ['-p', folder, '-c', join(folder, 'nginx.conf'), '-g', directives]
  },
}

const read = (name: string) => readFileSync(join(project, 'deploy', name), 'utf8')

/** Shoppers with connections and addresses of their own, which keep below the limits of an address. */
function startLoad(port: number) {
  const problems: Record<string, number> = {}
  let requestCount = 0
  let isStopped = false
  const shop = async (shopper: number) => {
    const agent = new Agent({
      keepAlive: true,
      maxSockets: 1,
      rejectUnauthorized: false,
      localAddress: `127.0.1.${shopper}`,
    })
    const writes = shopper % 2 === 0
    while (!isStopped) {
      const path = pages[requestCount++ % pages.length] ?? '/'
      const problem = writes
        ? await ask(agent, port, '/api/cart/add-item', addition)
        : await ask(agent, port, path)
      if (problem) problems[problem] = (problems[problem] ?? 0) + 1
      await sleep(writes ? PAUSE_MS.write : PAUSE_MS.read)
    }
    agent.destroy()
  }
  const running = Promise.all(Array.from({ length: SHOPPERS }, (_, at) => shop(at + 1)))
  return {
    async stop() {
      isStopped = true
      await running
      return { requestCount, problems }
    },
  }
}

const addition = JSON.stringify({ product_id: 1020, quantity: 1 })

/** @returns what went wrong: a status from 429, or the error of the connection. */
const ask = (agent: Agent, port: number, path: string, body?: string) =>
  new Promise<string | undefined>((resolve) => {
    const headers = body
      ? { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin', 'x-requested-with': 'shopper' }
      : {}
    const sent = request(
      { agent, host: '127.0.0.1', port, path, method: body ? 'POST' : 'GET', headers },
      (reply) => {
        const { statusCode = 0 } = reply
        reply
          .resume()
          .once('close', () =>
            resolve(
              reply.complete && statusCode < 429 ? undefined : `${body ? 'write' : 'page'} ${statusCode}`,
            ),
          )
      },
    )
    sent.once('error', (error) => resolve(`${body ? 'write' : 'page'} ${error.message}`))
    sent.end(body)
  })
