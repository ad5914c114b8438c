import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { onTestFinished } from 'vitest'
import type { S3Config } from '#server/platform/config/storage-config.ts'

export type GateMode = 'works' | 'hangs up' | 'answers 503' | 'is silent' | 'is read-only' | 'trickles'

/** A server in front of a bucket whose `mode` says how it fails; it lists the methods and paths of the requests. */
export async function openBucketGate(s3: S3Config) {
  const gate = { endpoint: '', mode: 'works' as GateMode, requests: [] as string[] }
  const server = createServer(async (request, response) => {
    const { method = 'GET', url = '/', headers } = request
    gate.requests.push(`${method} ${url}`)
    const { mode } = gate
    if (mode === 'hangs up') return request.socket.destroy()
    if (mode === 'is silent') return undefined
    if (mode === 'answers 503') return response.writeHead(503).end()
    const body = method === 'PUT' ? { body: await buffer(request) } : {}
    if (mode === 'is read-only' && method !== 'GET' && method !== 'HEAD') return response.writeHead(403).end()
    const own = Object.fromEntries(
      Object.entries(headers).filter(([name]) => !/^(host|connection|expect)$/.test(name)),
    )
    const answer = await fetch(`${s3.endpoint}${url}`, {
      method,
      headers: own as Record<string, string>,
      ...body,
    })
    response.writeHead(answer.status, Object.fromEntries(answer.headers))
    const bytes = Buffer.from(await answer.arrayBuffer())
    return mode === 'trickles' ? trickle(response, bytes) : response.end(bytes)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  gate.endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return gate
}

async function trickle(response: ServerResponse, bytes: Buffer) {
  for (let at = 0; at < bytes.length && !response.destroyed; at += 1) {
    response.write(bytes.subarray(at, at + 1))
    await sleep(50)
  }
  response.end()
}
