import { spawn, spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import { connect } from 'node:http2'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dashboardQueries } from '#harness/deployed-metrics.ts'
import { makeCertificate } from '#harness/make-certificate.ts'
import { findFreePort, project } from '#harness/run-shop.ts'
import { createOriginReader } from '#server/http/request-origin.ts'

const forged = '203.0.113.7'
const readOrigin = createOriginReader(['127.0.0.1', '::1'])

/** Answers as the shop would see each request. */
const upstream = createServer(async (request: IncomingMessage, response) => {
  const body = await text(request)
  const { ip, forwardedScheme } = readOrigin(request)
  const { host } = request.headers
  response.end(JSON.stringify({ ip, forwardedScheme, host, bytes: body.length }))
})
let folder = ''
let port = 0

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'vitrine-proxy-'))
  // The workers of nginx run as another user when root starts it.
  chmodSync(folder, 0o755)
  await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve))
  port = (upstream.address() as AddressInfo).port
})
afterAll(() => {
  upstream.close()
  rmSync(folder, { recursive: true, force: true })
})

type Reply = { status: number; body: string }

/** A request over HTTP/2, which fails with a server that does not speak it. */
async function request(https: number, { body = '', headers = {} } = {}): Promise<Reply> {
  const session = connect(`https://localhost:${https}`, { rejectUnauthorized: false })
  const failed = new Promise<never>((_resolve, reject) => session.once('error', reject))
  try {
    const stream = session.request({ ':path': '/', ':method': body ? 'POST' : 'GET', ...headers })
    if (body) stream.end(body)
    const status = new Promise<number>((resolve) =>
      stream.once('response', (head) => resolve(Number(head[':status']))),
    )
    return await Promise.race([
      failed,
      Promise.all([status, text(stream)]).then(([s, b]) => ({ status: s, body: b })),
    ])
  } finally {
    session.destroy()
  }
}

type Proxy = {
  /** Prepares the configuration. @returns arguments and environment of the program */
  prepare: (https: number, http: number) => { args: string[]; env?: Record<string, string> }
}

const proxies: Record<string, Proxy> = {
  caddy: {
    prepare: (https, http) => ({
      args: ['run', '--config', join(project, 'deploy/Caddyfile'), '--adapter', 'caddyfile'],
      env: {
        HTTP_PORT: String(http),
        HTTPS_PORT: String(https),
        STORE_UPSTREAM: `127.0.0.1:${port}`,
        CADDY_ADMIN: 'off',
        HOME: folder,
        XDG_DATA_HOME: folder,
        XDG_CONFIG_HOME: folder,
      },
    }),
  },
  haproxy: {
    prepare(https, http) {
      const { key, certificate } = makeCertificate(folder)
      writeFileSync(join(folder, 'shop.pem'), readFileSync(certificate, 'utf8') + readFileSync(key, 'utf8'))
      const config = readFileSync(join(project, 'deploy/haproxy.cfg'), 'utf8')
        .replace('127.0.0.1:3000', `127.0.0.1:${port}`)
        .replace('bind :80', `bind :${http}`)
        .replace('bind :443', `bind :${https}`)
        .replace('/etc/haproxy/shop.pem', join(folder, 'shop.pem'))
      writeFileSync(join(folder, 'haproxy.cfg'), config)
      return { args: ['-db', '-f', join(folder, 'haproxy.cfg')] }
    },
  },
  nginx: {
    prepare(https, http) {
      const { key, certificate } = makeCertificate(folder)
      const config = readFileSync(join(project, 'deploy/nginx.conf'), 'utf8')
        .replaceAll('127.0.0.1:3000', `127.0.0.1:${port}`)
        .replace('http {', `http {\nclient_body_temp_path ${folder}/body; proxy_temp_path ${folder}/replies;`)
        .replace('listen 80', `listen ${http}`)
        .replace('listen 443', `listen ${https}`)
        .replaceAll('shop.example;', 'localhost;')
        .replace(/(?<=ssl_certificate ).*(?=;)/, certificate)
        .replace(/(?<=ssl_certificate_key ).*(?=;)/, key)
      writeFileSync(join(folder, 'nginx.conf'), config)
      const directives = `daemon off; pid ${folder}/nginx.pid; error_log stderr;`
      return { args: ['-p', folder, '-c', join(folder, 'nginx.conf'), '-g', directives] }
    },
  },
}

for (const [program, { prepare }] of Object.entries(proxies)) {
  const isInstalled = spawnSync(program, [program === 'caddy' ? 'version' : '-v']).error === undefined
  const why = isInstalled ? '' : ` (skipped: ${program} is not installed)`

  test.skipIf(!isInstalled)(`deploy configuration of ${program} forwards HTTP/2 requests${why}`, async () => {
    const [https, http] = [await findFreePort(), await findFreePort()]
    const { args, env } = prepare(https, http)
    const proxy = spawn(program, args, {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    let output = ''
    proxy.stderr.setEncoding('utf8').on('data', (part: string) => (output += part))
    try {
      await expect
        .poll(() => request(https).then(({ status }) => status, String), { message: `${program} answers` })
        .toBe(200)

      const { body } = await request(https, { headers: { 'x-forwarded-for': forged } })
      const large = await request(https, { body: 'a'.repeat(11 * 1_024 * 1_024) })
      const plain = await fetch(`http://localhost:${http}/cart`, { redirect: 'manual' })

      expect(JSON.parse(body)).toMatchObject({ forwardedScheme: 'https' })
      expect(JSON.parse(body).ip).not.toBe(forged)
      expect(JSON.parse(body).host).toMatch(/^localhost/)
      expect(JSON.parse(large.body)).toMatchObject({ bytes: 11 * 1_024 * 1_024 })
      expect(plain.status).toBe(308)
      expect(plain.headers.get('location')).toMatch(/^https:\/\/localhost.*\/cart$/)
    } catch (error) {
      throw new Error(`${program} wrote:\n${output}`, { cause: error })
    } finally {
      proxy.kill('SIGTERM')
      await new Promise((resolve) => (proxy.exitCode === null ? proxy.once('exit', resolve) : resolve(0)))
    }
  })
}

const hasPromtool = spawnSync('promtool', ['--version']).error === undefined
const whyNot = hasPromtool ? '' : ' (skipped: promtool is not installed, Debian: apt-get install prometheus)'

test.skipIf(!hasPromtool)(`alerts fire on what they are for, and not for a shop that works${whyNot}`, () => {
  const prometheus = join(project, 'deploy/prometheus')
  const rules = join(folder, 'dashboard.yml')
  // JSON is YAML.
  writeFileSync(
    rules,
    JSON.stringify({
      groups: [
        {
          name: 'dashboard',
          rules: dashboardQueries().map((expr, at) => ({ record: `panel:${at}`, expr })),
        },
      ],
    }),
  )
  for (const args of [
    ['check', 'config', join(prometheus, 'prometheus.yml')],
    ['test', 'rules', join(prometheus, 'alerts.test.yml')],
    ['check', 'rules', rules],
  ]) {
    const { status, stdout, stderr } = spawnSync('promtool', args, { encoding: 'utf8' })
    expect(status, stdout + stderr).toBe(0)
  }
})
