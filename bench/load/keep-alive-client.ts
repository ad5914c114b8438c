import { connect, type Socket } from 'node:net'

export type HttpReply = { status: number; body: string }

/**
 * One HTTP client with one connection, made of a bare socket so that it takes as little of the load's core as it can.
 * Requests are whole messages; replies must have a content-length, as all of the shop's do.
 */
export function openKeepAliveClient(port: number) {
  let socket: Socket | undefined
  let received = Buffer.alloc(0)
  let waiting: { resolve: (reply: HttpReply) => void; reject: (error: Error) => void } | undefined

  function open() {
    const opened = connect({ port, host: '127.0.0.1', noDelay: true })
    opened.on('data', (chunk) => {
      received = received.length === 0 ? chunk : Buffer.concat([received, chunk])
      readReply(opened)
    })
    opened.on('error', (error) => waiting?.reject(error))
    opened.on('close', () => {
      if (socket !== opened) return
      socket = undefined
      waiting?.reject(new Error('The server closed the connection before it had answered'))
    })
    return opened
  }

  function readReply(from: Socket) {
    const end = received.indexOf('\r\n\r\n')
    if (end < 0) return
    const head = received.toString('latin1', 0, end)
    const length = Number(/\r\ncontent-length: *(\d+)/i.exec(head)?.[1] ?? Number.NaN)
    if (Number.isNaN(length)) return waiting?.reject(new Error(`An answer without a length:\n${head}`))
    if (received.length < end + 4 + length) return
    const body = received.toString('utf8', end + 4, end + 4 + length)
    received = received.subarray(end + 4 + length)
    if (/\r\nconnection: *close/i.test(head)) {
      // A server may bound the requests of one connection: the next one opens another.
      socket = undefined
      from.end()
    }
    const { resolve } = waiting ?? {}
    waiting = undefined
    resolve?.({ status: Number(head.slice(9, 12)), body })
  }

  return {
    /** @throws when the connection breaks before the answer is there. */
    send(message: string): Promise<HttpReply> {
      socket ??= open()
      const { promise, resolve, reject } = Promise.withResolvers<HttpReply>()
      waiting = { resolve, reject }
      socket.write(message)
      return promise
    },
    close: () => socket?.destroy(),
  }
}
