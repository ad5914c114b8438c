import { createServer, get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { answerParent } from './answer-parent.ts'

/** What a page is sent with, names and values in turn, and its bytes. */
type Copy = { head: string[]; body: Buffer }

let copy: Copy = { head: ['content-length', '2'], body: Buffer.from('ok') }

/** As little as a Node server can do: no address is looked at. */
const server = createServer((_, response) => {
  response.writeHead(200, copy.head)
  response.end(copy.body)
})

const answers = {
  listen: () =>
    new Promise<{ port: number }>((resolve) => {
      server.listen(0, '127.0.0.1', () => resolve({ port: (server.address() as AddressInfo).port }))
    }),

  /** From now on sends the very bytes and headers that this address is answered with. */
  async copy({ url, encoding }: { url: string; encoding: string }) {
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      get(url, { headers: { 'accept-encoding': encoding } }, resolve).on('error', reject)
    })
    const body = await buffer(response)
    const sent = response.headers['content-encoding'] ?? 'identity'
    if (response.statusCode !== 200 || sent !== encoding)
      throw new Error(`${url} answered ${response.statusCode}, ${sent}`)
    // Node adds these to every answer by itself.
    const head = Object.entries(response.headersDistinct)
      .filter(([name]) => !['date', 'connection', 'keep-alive'].includes(name))
      .flatMap(([name, values]) => (values ?? []).flatMap((value) => [name, value]))
    copy = { head, body }
    return { bytes: body.length }
  },

  stop: () => void server.closeAllConnections(),
}

export type BareHttp = typeof answers

answerParent(answers)
