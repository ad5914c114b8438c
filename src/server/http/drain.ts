import type { Socket } from 'node:net'
import { setImmediate, setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

const LOOK_EVERY_MS = 20

export type Drain = {
  /** From now on the process is not ready, and each reply ends its connection. `withinMs`: what replies in work get at the end. */
  start(options?: { withinMs?: number }): void
  isDraining(): boolean
}

/**
 * Lets a server end without a failed request: `start` makes balancers and their connections leave, and closing the
 * app closes the listener first and waits for the replies in work. Fastify alone would cut those off.
 */
export function createDrain(app: FastifyInstance): Drain {
  const { server } = app
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  let isDraining = false
  let finishWithinMs = 0
  function start({ withinMs = 0 } = {}) {
    if (isDraining) return
    finishWithinMs = withinMs
    isDraining = true
    server.prependListener('request', (_request, response) => {
      response.shouldKeepAlive = false
    })
  }

  app.addHook('preClose', async () => {
    start()
    // After the phase of the event loop that accepts what waits: a listener that closes resets those connections.
    await setImmediate()
    // Ends idle connections too.
    server.close()
    const until = performance.now() + finishWithinMs
    while (sockets.size > 0 && performance.now() < until) {
      server.closeIdleConnections()
      // Opened ahead of a request, which is then sent to another host.
      for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy()
      await sleep(LOOK_EVERY_MS)
    }
  })
  return { start, isDraining: () => isDraining }
}
